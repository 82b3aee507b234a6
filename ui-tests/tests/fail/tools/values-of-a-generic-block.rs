use toolcast::tools;

pub struct Store<T, const N: u8>(T);

const LEAST: u8 = 3;

#[tools]
impl<T: Send + Sync + 'static, const N: u8> Store<T, N> {
    const DEPTH: u8 = 4;
    const TEXT: &'static str = "Counts.";

    #[tool(blocking, description = Self::TEXT, timeout = std::time::Duration::from_secs(N as u64))]
    pub fn count(
        &self,
        #[tool(default = Self::DEPTH)] depth: u8,
        #[tool(default = N, range(1..))] most: u8,
        #[tool(default = LEAST)] least: u8,
    ) -> u8 {
        depth.min(most).max(least)
    }
}

fn main() {}
