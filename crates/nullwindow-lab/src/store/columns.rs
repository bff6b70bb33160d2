//! The columns of a row, by the names that its JSON has.

use crate::Row;
use rusqlite::types::{Type, Value as Sql};
use serde_json::{Map, Value};

/// How a field is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Text,
    Integer,
    Real,
    /// 0 or 1.
    Flag,
    /// JSON, as text.
    List,
}

impl Kind {
    pub(super) fn sql(self) -> &'static str {
        match self {
            Kind::Text | Kind::List => "TEXT",
            Kind::Integer | Kind::Flag => "INTEGER",
            Kind::Real => "REAL",
        }
    }
}

/// Every field of a [`Row`].
pub(super) const ROW: [(&str, Kind); 26] = [
    ("subject", Kind::Text),
    ("position", Kind::Text),
    ("place", Kind::Integer),
    ("algorithm", Kind::Text),
    ("depth", Kind::Integer),
    ("step", Kind::Integer),
    ("entries", Kind::Integer),
    ("offset", Kind::Integer),
    ("value", Kind::Integer),
    ("lower", Kind::Integer),
    ("upper", Kind::Integer),
    ("move", Kind::Text),
    ("move_is_proven", Kind::Flag),
    ("settled", Kind::Flag),
    ("leaves", Kind::Integer),
    ("leaf_visits", Kind::Integer),
    ("interior", Kind::Integer),
    ("answered", Kind::Integer),
    ("total", Kind::Integer),
    ("quiescence", Kind::Integer),
    ("passes", Kind::Integer),
    ("seconds", Kind::Real),
    ("open", Kind::Integer),
    ("backup", Kind::Integer),
    ("cuts", Kind::List),
    ("questions", Kind::List),
];

/// The name of a field's column, in quotes: some are words of SQL. One has kept its first name, so that all files can be
/// read.
pub(super) fn column(name: &str) -> String {
    format!("\"{}\"", if name == "move_is_proven" { "best_is_proven" } else { name })
}

/// The columns of [`ROW`].
pub(super) fn names() -> String {
    ROW.map(|(name, _)| column(name)).join(", ")
}

/// The fields of a row in the order of [`ROW`].
pub(super) fn write(row: &Row) -> impl Iterator<Item = Sql> {
    let fields = serde_json::to_value(row).unwrap_or_default();
    ROW.into_iter().map(move |(name, _)| match &fields[name] {
        Value::Null => Sql::Null,
        Value::Bool(flag) => Sql::Integer((*flag).into()),
        Value::Number(number) => number.as_i64().map_or_else(|| number.as_f64().into(), Sql::Integer),
        Value::String(text) => Sql::Text(text.clone()),
        list => Sql::Text(list.to_string()),
    })
}

/// A row whose columns begin with those of [`ROW`].
pub(super) fn read(line: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    let mut fields = Map::new();
    for (column, (name, kind)) in ROW.into_iter().enumerate() {
        fields.insert(name.to_owned(), field(line.get(column)?, kind));
    }
    let wrong = |error| rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(error));
    serde_json::from_value(Value::Object(fields)).map_err(wrong)
}

/// What a column holds, as JSON.
pub(super) fn field(value: Sql, kind: Kind) -> Value {
    match (value, kind) {
        (Sql::Integer(flag), Kind::Flag) => Value::Bool(flag != 0),
        (Sql::Text(list), Kind::List) => serde_json::from_str(&list).unwrap_or_default(),
        (Sql::Integer(number), _) => number.into(),
        (Sql::Real(number), _) => number.into(),
        (Sql::Text(text), _) => text.into(),
        (Sql::Null | Sql::Blob(_), _) => Value::Null,
    }
}
