use toolcast::tools;

pub struct Store<T>(T);

#[tools]
impl<T: Clone + Send + Sync + serde::Serialize + 'static> Store<T> {
    #[tool(output)]
    pub fn get(&self) -> Result<T, String> {
        Ok(self.0.clone())
    }

    #[tool(output = "Vec<T>")]
    pub fn all(&self) -> Vec<T> {
        vec![self.0.clone()]
    }
}

fn main() {}
