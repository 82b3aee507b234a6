use toolcast::ToolSchema;

#[derive(ToolSchema)]
#[serde(tag = "kind")]
enum Shape {
    Circle { radius: f64 },
    Point(f64, f64),
}

fn main() {}
