//! The schema tree as a program reads it.

use serde::Deserialize;
use toolcast::ToolSchema;
use toolcast::schema::{EnumValue, Field, Kind, Link, Num, Schema, Str};

#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)]
struct Post {
    #[serde(alias = "headline")]
    title: String,
    #[tool(range(-5..=10))]
    rank: i8,
    kind: Topic,
}

#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)]
enum Topic {
    #[serde(alias = "blogs")]
    Blog,
    News,
}

#[derive(Deserialize, ToolSchema)]
#[allow(dead_code)]
struct Page<T> {
    items: Vec<T>,
}

fn fields<T: ToolSchema>() -> &'static [Field<'static>] {
    match &T::SCHEMA.get().kind {
        Kind::Object(object) => object.fields,
        other => panic!("not an object: {other:?}"),
    }
}

fn schema(link: &Link<'static>) -> &'static Schema<'static> {
    match link {
        Link::Static(schema) => schema.get(),
        other => panic!("not a type: {other:?}"),
    }
}

#[test]
fn properties_and_values_have_their_aliases() {
    let [title, rank, kind] = fields::<Post>() else {
        panic!("three properties");
    };
    assert_eq!(
        (title.aliases(), rank.aliases()),
        (&["headline"][..], &[][..])
    );
    let Kind::Enum(topics) = &schema(&kind.ty).kind else {
        panic!("an enum");
    };
    let aliases: Vec<_> = topics.values.iter().map(EnumValue::aliases).collect();
    assert_eq!(aliases, [&["blogs"][..], &[]]);
}

#[test]
fn bounds_are_compared_as_numbers() {
    let rules = fields::<Post>()[1].rules().expect("bounds");
    let (least, most) = (
        rules.minimum.expect("a bound"),
        rules.maximum.expect("a bound"),
    );
    assert!(least.is_negative() && !most.is_negative());
    assert!(least.less_than(&most) && !most.less_than(&least) && !most.less_than(&most));
    let zeros = [
        Num::int(false, 0, "0"),
        Num::int(true, 0, "-0"),
        Num::float(0.0, "0.0"),
    ];
    assert!(zeros.iter().all(Num::is_zero) && !least.is_zero());
    let half = Num::float(0.5, "0.5");
    assert!(zeros[0].less_than(&half) && half.less_than(&most) && least.less_than(&half));
}

#[test]
fn instances_of_a_generic_type_have_the_same_declaration() {
    let name = |schema: &'static Schema<'static>| schema.name.expect("a name");
    let bytes = name(Page::<u8>::SCHEMA.get());
    assert!(bytes.same_declaration(name(Page::<String>::SCHEMA.get())));
    assert!(!bytes.same_declaration(name(Post::SCHEMA.get())));
}

#[test]
fn a_string_without_constraints_is_any() {
    let is_any = |schema: &Schema<'_>| match &schema.kind {
        Kind::String(text) => Str::is_any(text),
        other => panic!("not a string: {other:?}"),
    };
    assert!(is_any(String::SCHEMA.get()));
    assert!(!is_any(char::SCHEMA.get()));
}

#[test]
fn the_tag_of_a_unit_variant_knows_the_name_of_its_content() {
    #[derive(Deserialize, ToolSchema)]
    #[serde(tag = "t", content = "c")]
    #[allow(dead_code)]
    enum Step {
        Stop,
        Move { x: u8 },
        Wait(u8),
    }
    let Kind::Union(union) = &Step::SCHEMA.get().kind else {
        panic!("a union");
    };
    let fields = union.variants.iter().map(|variant| match &variant.kind {
        Kind::Object(object) => object.fields,
        other => panic!("not an object: {other:?}"),
    });
    let fields: Vec<_> = fields.collect();
    assert_eq!(fields[0][0].unit_content(), Some("c"));
    assert_eq!(fields[1][0].unit_content(), None);
    let by_name = |field: &Field<'_>| field.has(Field::BY_NAME);
    assert!(by_name(&fields[1][1]) && !by_name(&fields[2][1]));
}
