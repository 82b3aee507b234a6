//! The name that was meant.

use alloc::vec;
use alloc::vec::Vec;

/// Names longer than this are not compared: their cost grows with the product of their lengths, and the model writes one of them.
const LONGEST: usize = 128;

/// The nearest of some names, where one is near: at most a third of its characters differ, or one contains the other.
pub(crate) fn nearest<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let wanted: Vec<char> = fold(name)?;
    let mut best: Option<(usize, &str)> = None;
    for one in names {
        let Some(other) = fold(one) else { continue };
        let longer = wanted.len().max(other.len());
        let away = if contains(&wanted, &other) || contains(&other, &wanted) {
            distance(&wanted, &other).min(longer / 3)
        } else if wanted.len().abs_diff(other.len()) * 3 > longer {
            // So many characters would have to be put in, at least.
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

/// Case, and what stands between words, is nothing that a model should fail by. `None` for a name that is too long, or nothing.
fn fold(name: &str) -> Option<Vec<char>> {
    if name.len() > LONGEST {
        return None;
    }
    let folded: Vec<char> = name
        .chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect();
    (!folded.is_empty()).then_some(folded)
}

fn contains(longer: &[char], shorter: &[char]) -> bool {
    shorter.len() >= 4 && longer.windows(shorter.len()).any(|part| part == shorter)
}

/// How many characters have to be put in, taken out, changed, or exchanged with the next one.
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

    #[test]
    fn the_first_of_equals() {
        assert_eq!(nearest("aab", ["aac", "aad"]), Some("aac"));
    }
}
