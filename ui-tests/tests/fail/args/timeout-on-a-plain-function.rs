use toolcast::{tool, tools};

#[tool(timeout = 0.05)]
fn search() {}

#[tool(blocking = false, timeout = 0.05)]
fn find() {}

struct Index;

#[tools]
impl Index {
    #[tool(timeout = 5)]
    fn look_up(&self) {}

    #[tool(timeout = 5)]
    async fn load(&self) {}
}

#[tool(timeout = 5)]
fn later() -> impl Future<Output = ()> {
    async {}
}

fn main() {}
