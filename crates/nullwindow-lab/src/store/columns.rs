//! The columns of a row, by the names that its JSON has.

use crate::Row;
use rusqlite::types::{Type, Value as Sql};
use serde_json::{Map, Value};

/// How a field is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ColumnKind {
    Text,
    Integer,
    Real,
    /// 0 or 1.
    Flag,
    /// JSON, as text.
    List,
}

impl ColumnKind {
    pub(super) fn sql(self) -> &'static str {
        match self {
            ColumnKind::Text | ColumnKind::List => "TEXT",
            ColumnKind::Integer | ColumnKind::Flag => "INTEGER",
            ColumnKind::Real => "REAL",
        }
    }
}

/// Every field of a [`Row`].
pub(super) const ROW: [(&str, ColumnKind); 26] = [
    ("subject", ColumnKind::Text),
    ("position", ColumnKind::Text),
    ("place", ColumnKind::Integer),
    ("algorithm", ColumnKind::Text),
    ("depth", ColumnKind::Integer),
    ("step", ColumnKind::Integer),
    ("entries", ColumnKind::Integer),
    ("offset", ColumnKind::Integer),
    ("value", ColumnKind::Integer),
    ("lower", ColumnKind::Integer),
    ("upper", ColumnKind::Integer),
    ("move", ColumnKind::Text),
    ("move_is_proven", ColumnKind::Flag),
    ("settled", ColumnKind::Flag),
    ("leaves", ColumnKind::Integer),
    ("leaf_visits", ColumnKind::Integer),
    ("interior", ColumnKind::Integer),
    ("answered", ColumnKind::Integer),
    ("total", ColumnKind::Integer),
    ("quiescence", ColumnKind::Integer),
    ("passes", ColumnKind::Integer),
    ("seconds", ColumnKind::Real),
    ("open", ColumnKind::Integer),
    ("backup", ColumnKind::Integer),
    ("cuts", ColumnKind::List),
    ("questions", ColumnKind::List),
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
pub(super) fn field(value: Sql, kind: ColumnKind) -> Value {
    match (value, kind) {
        (Sql::Integer(flag), ColumnKind::Flag) => Value::Bool(flag != 0),
        (Sql::Text(list), ColumnKind::List) => serde_json::from_str(&list).unwrap_or_default(),
        (Sql::Integer(number), _) => number.into(),
        (Sql::Real(number), _) => number.into(),
        (Sql::Text(text), _) => text.into(),
        (Sql::Null | Sql::Blob(_), _) => Value::Null,
    }
}
