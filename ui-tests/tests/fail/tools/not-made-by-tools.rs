use toolcast::Tools;

struct Weather;

fn count<T: Tools>(_: &T) -> usize {
    T::TOOLS.len()
}

fn main() {
    count(&Weather);
}
