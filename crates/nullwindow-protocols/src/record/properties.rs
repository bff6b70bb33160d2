//! The properties of a game record: `NAME[value][value]`, in nodes after semicolons, in trees of parentheses.

/// A property with its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RecordProperty {
    pub(super) name: String,
    pub(super) values: Vec<String>,
}

/// Returns the properties of the main line of the first game: at every branch the first variation. `None` if the text
/// has no game, or ends within one.
pub(super) fn main_line(text: &str) -> Option<Vec<RecordProperty>> {
    let mut characters = text.char_indices().skip_while(|&(at, _)| !text[at..].starts_with("(;")).map(|(_, c)| c);
    let (mut properties, mut name, mut depth) = (Vec::<RecordProperty>::new(), String::new(), 0);
    while let Some(character) = characters.next() {
        match character {
            '(' => depth += 1,
            // The first variation that ends is the main line; the rest are alternatives to it.
            ')' => return (depth > 0).then_some(properties),
            ';' => name.clear(),
            '[' => {
                let value = value(&mut characters)?;
                match properties.last_mut() {
                    // Another value of the same property.
                    Some(last) if name.is_empty() => last.values.push(value),
                    _ => properties.push(RecordProperty { name: std::mem::take(&mut name), values: vec![value] }),
                }
            }
            // Old records spell names with small letters between the capitals.
            capital if capital.is_ascii_uppercase() => name.push(capital),
            _ => {}
        }
    }
    None
}

/// Reads a value to its closing bracket. A backslash quotes the next character.
fn value(characters: &mut impl Iterator<Item = char>) -> Option<String> {
    let mut value = String::new();
    loop {
        match characters.next()? {
            ']' => return Some(value),
            '\\' => value.push(characters.next()?),
            character => value.push(character),
        }
    }
}
