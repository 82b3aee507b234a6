//! Tools that use features of a connection: progress, cancellation, images.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::Serialize;
use toolcast::call::{CancellationToken, Content, ProgressReporter, ProgressUpdate};
use toolcast::{ToolSchema, tool};

/// The counts
#[derive(Debug, Serialize, ToolSchema)]
pub(crate) struct Count {
    /// All words
    words: usize,
    /// Words that differ, in whatever case
    different: usize,
    /// The longest word; the first of several
    longest: Option<String>,
}

/// Count the words of texts, one text after the other.
#[tool(title = "Word count", read_only, idempotent, output)]
pub(crate) async fn count_words(
    #[tool(length(1..=1000))] texts: Vec<String>,
    /// Milliseconds between two texts, to see it at work
    #[tool(default = 0, range(..=10_000))]
    pause: u16,
    #[tool(inject)] progress: ProgressReporter,
    #[tool(inject)] cancellation: CancellationToken,
) -> Result<Count, &'static str> {
    let total = u32::try_from(texts.len()).map(f64::from).ok();
    let mut different = BTreeSet::new();
    let mut count = Count {
        words: 0,
        different: 0,
        longest: None,
    };
    for (done, text) in (1_u32..).zip(&texts) {
        for word in text.split_whitespace() {
            count.words += 1;
            different.insert(word.to_lowercase());
            if count
                .longest
                .as_ref()
                .is_none_or(|one| one.len() < word.len())
            {
                count.longest = Some(word.to_owned());
            }
        }
        if progress.is_observed() {
            let mut step = ProgressUpdate::new(f64::from(done))
                .with_message(format!("{} words so far", count.words));
            step.total = total;
            progress.report(step);
        }
        tokio::select! {
            () = tokio::time::sleep(Duration::from_millis(pause.into())) => {}
            () = cancellation.cancelled() => return Err("stopped before the end"),
        }
    }
    count.different = different.len();
    Ok(count)
}

/// Draw a badge with a few words.
#[tool(read_only)]
pub(crate) fn badge(#[tool(length(1..=40))] words: &str) -> Vec<Content> {
    let shown: String = words
        .chars()
        .map(|c| match c {
            '<' | '>' | '&' => '_',
            c => c,
        })
        .collect();
    let picture = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='320' height='24'><text x='4' y='16'>{shown}</text></svg>"
    );
    vec![
        Content::Text(format!("A badge with the words {words}")),
        Content::image("image/svg+xml", picture.into_bytes()),
    ]
}
