//! Suggestions for misspelled names.

use alloc::{vec, vec::Vec};

/// Longer names are not compared, because the cost grows with the product of both lengths and the
/// model writes one of the names.
const MAX_NAME: usize = 128;

/// Returns the nearest of some names, if one is near: at most a third of its characters differ, or
/// one contains the other.
pub(crate) fn nearest<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    nearest_of(name, &mut names.into_iter())
}

fn nearest_of<'n>(name: &str, names: &mut dyn Iterator<Item = &'n str>) -> Option<&'n str> {
    let wanted: Vec<char> = fold(name)?;
    let counts = counts(&wanted);
    let mut best: Option<(usize, &str)> = None;
    for one in names {
        let Some(other) = fold(one) else { continue };
        let longer = wanted.len().max(other.len());
        // A lower bound that skips the distance table for most names. It doesn't apply if one name
        // may contain the other.
        let least = longer - in_common(&counts, &other);
        let within = wanted.len().min(other.len()) >= MIN_WITHIN
            && in_common(&counts, &other) >= wanted.len().min(other.len());
        if !within && (least * 3 > longer || best.is_some_and(|(best, _)| least >= best)) {
            continue;
        }
        let away = if contains(&wanted, &other) || contains(&other, &wanted) {
            distance(&wanted, &other).min(longer / 3)
        } else if wanted.len().abs_diff(other.len()) * 3 > longer {
            // The difference in length alone is too large.
            continue;
        } else {
            distance(&wanted, &other)
        };
        if away * 3 <= longer && best.is_none_or(|(least, _)| away < least) {
            best = Some((away, one));
        }
    }
    best.map(|(_, one)| one)
}

/// Lowercases a name and keeps only letters and digits, because models often vary the rest. `None`
/// if the name is too long or nothing remains.
fn fold(name: &str) -> Option<Vec<char>> {
    if name.len() > MAX_NAME {
        return None;
    }
    let folded: Vec<char> = name
        .chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect();
    (!folded.is_empty()).then_some(folded)
}

/// Counts the characters of a name; those with the same last six bits share a counter.
fn counts(name: &[char]) -> [u8; 64] {
    let mut counts = [0; 64];
    for c in name {
        counts[*c as usize % 64] += 1;
    }
    counts
}

/// Returns an upper bound on the characters that both names share. Every other character has to
/// change.
fn in_common(counts: &[u8; 64], other: &[char]) -> usize {
    let mut left = *counts;
    let both = other.iter().filter(|c| {
        let left = &mut left[**c as usize % 64];
        let is_left = *left > 0;
        *left = left.saturating_sub(1);
        is_left
    });
    both.count()
}

/// Minimum length of a name that is searched for in others; shorter ones occur in too many.
const MIN_WITHIN: usize = 4;

fn contains(longer: &[char], shorter: &[char]) -> bool {
    shorter.len() >= MIN_WITHIN && longer.windows(shorter.len()).any(|part| part == shorter)
}

/// Returns the number of insertions, deletions, substitutions and swaps of adjacent characters
/// between two names.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut row = last.clone();
    for i in 1..=a.len() {
        row[0] = i;
        for j in 1..=b.len() {
            let changed = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = changed.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        core::mem::swap(&mut before, &mut last);
        core::mem::swap(&mut last, &mut row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {

    use super::nearest;

    #[test]
    fn the_nearest_name_is_near() {
        let names = ["search_repos", "read_file", "write_file", "ls"];
        for (wrong, right) in [
            ("searchRepos", Some("search_repos")),
            ("serach_repos", Some("search_repos")),
            ("functions.read_file", Some("read_file")),
            ("readfil", Some("read_file")),
            ("LS", Some("ls")),
            ("rm", None),
            ("", None),
            ("___", None),
            ("delete_everything", None),
        ] {
            assert_eq!(nearest(wrong, names), right, "{wrong}");
        }
    }

    /// The quick rejection by character counts changes no answer.
    #[test]
    fn the_same_name_is_nearest_as_by_distances_alone() {
        let parts = [
            "search", "list", "get", "item", "repo", "file", "x", "archive",
        ];
        let names: Vec<String> = parts
            .iter()
            .flat_map(|a| parts.iter().map(move |b| format!("{a}_{b}")))
            .collect();
        let slow = |name: &str| {
            let wanted = super::fold(name)?;
            let near = names.iter().filter_map(|one| {
                let other = super::fold(one)?;
                let longer = wanted.len().max(other.len());
                let within = super::contains(&wanted, &other) || super::contains(&other, &wanted);
                let away = super::distance(&wanted, &other);
                let away = if within { away.min(longer / 3) } else { away };
                (away * 3 <= longer).then_some((away, one.as_str()))
            });
            let best = near.min_by_key(|(away, _)| *away);
            best.map(|(_, one)| one)
        };
        for name in &names {
            for at in 0..name.len() {
                let mut wrong = name.clone();
                wrong.remove(at);
                for wrong in [wrong.as_str(), &name[at..], &name[..at]] {
                    let all = names.iter().map(String::as_str);
                    assert_eq!(nearest(wrong, all), slow(wrong), "{wrong}");
                }
            }
        }
    }

    #[test]
    fn equally_near_names_suggest_the_first() {
        assert_eq!(nearest("aab", ["aac", "aad"]), Some("aac"));
    }
}
