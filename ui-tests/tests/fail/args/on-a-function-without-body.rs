use toolcast::tool;

unsafe extern "C" {
    #[tool]
    fn search(query: u32);
}

fn main() {}
