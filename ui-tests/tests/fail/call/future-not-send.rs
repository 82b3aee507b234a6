use std::rc::Rc;
use toolcast::tool;

#[tool]
async fn search(query: &str) -> usize {
    let shared = Rc::new(query.len());
    std::future::ready(()).await;
    *shared
}

fn main() {}
