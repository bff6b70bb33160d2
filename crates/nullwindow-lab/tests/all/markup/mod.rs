//! A strict reader of tags, for HTML without implied ends and for SVG.

/// An element with its attributes.
#[derive(Clone, PartialEq, Debug)]
pub struct Element {
    pub name: String,
    pub attributes: Vec<(String, String)>,
}

impl Element {
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }
}

/// Elements of HTML that have no end.
const VOID: [&str; 3] = ["meta", "br", "hr"];

/// All elements in the order of their beginnings, if every one of them ends where it should.
pub fn elements(text: &str) -> Result<Vec<Element>, String> {
    let mut rest = text.strip_prefix("<!DOCTYPE html>").unwrap_or(text);
    let (mut open, mut found): (Vec<String>, Vec<Element>) = (Vec::new(), Vec::new());
    while let Some(at) = rest.find('<') {
        escaped(&rest[..at])?;
        let end = rest[at..].find('>').ok_or("a tag has no end")? + at;
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            let last = open.pop();
            if last.as_deref() != Some(name) {
                return Err(format!("</{name}> ends {last:?}"));
            }
            continue;
        }
        let element = element(tag.strip_suffix('/').unwrap_or(tag))?;
        if element.name == "style" {
            let end = rest.find("</style>").ok_or("a style sheet has no end")?;
            rest = &rest[end..];
        }
        if !tag.ends_with('/') && !VOID.contains(&element.name.as_str()) {
            open.push(element.name.clone());
        }
        found.push(element);
    }
    escaped(rest)?;
    if open.is_empty() { Ok(found) } else { Err(format!("{open:?} have no end")) }
}

/// The text between the tags of the body, with its characters as they were.
pub fn text_of(markup: &str) -> String {
    let body = markup.find("</style>").map_or(markup, |at| &markup[at + 8..]);
    let pieces = body.split('<').map(|piece| piece.split_once('>').map_or("", |(_, text)| text));
    let text = pieces.collect::<String>();
    let named = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"), ("&amp;", "&")];
    named.iter().fold(text, |text, (name, c)| text.replace(name, c))
}

fn element(tag: &str) -> Result<Element, String> {
    let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric()) {
        return Err(format!("<{tag}> has no name"));
    }
    let mut attributes: Vec<(String, String)> = Vec::new();
    while !rest.trim().is_empty() {
        let (key, after) = rest.trim_start().split_once("=\"").ok_or(format!("<{tag}>: no value at '{rest}'"))?;
        let (value, after) = after.split_once('"').ok_or(format!("<{tag}>: a value has no end"))?;
        escaped(value)?;
        if !key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
            || attributes.iter().any(|(other, _)| other == key)
        {
            return Err(format!("<{tag}>: '{key}'"));
        }
        attributes.push((key.to_owned(), value.to_owned()));
        rest = after;
    }
    Ok(Element { name: name.to_owned(), attributes })
}

/// Whether every `&` begins one of the names that are used.
fn escaped(text: &str) -> Result<(), String> {
    let known = ["amp;", "lt;", "gt;", "quot;", "apos;", "#39;"];
    let wrong = text.split('&').skip(1).find(|after| !known.iter().any(|name| after.starts_with(name)));
    let control = text.chars().find(|c| c.is_control() && *c != '\n');
    match (wrong, control) {
        (Some(after), _) => Err(format!("'&{}' is not escaped", after.chars().take(20).collect::<String>())),
        (_, Some(c)) => Err(format!("{c:?} is not allowed")),
        _ if text.contains('>') => Err(format!("'>' in '{text}'")),
        _ => Ok(()),
    }
}

#[test]
fn the_reader_finds_what_is_wrong() {
    for wrong in ["<a>", "<a></b>", "<a b=c></a>", "<a>&</a>", "<a b=\"1\" b=\"2\"/>", "<a", "</a>", "<a>x > y</a>"] {
        assert!(elements(wrong).is_err(), "{wrong}");
    }
    assert_eq!(elements("<a b=\"1\"><c/>x &amp; y</a>").map(|found| found.len()), Ok(2));
}
