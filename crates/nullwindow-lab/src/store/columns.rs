//! The database columns of a row, by the names of its JSON fields.

use crate::Row;
use rusqlite::types::{Type, Value as Sql};
use serde_json::{Map, Value};

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ColumnKind {
    Text,
    Integer,
    Real,
    /// 0 or 1.
    Flag,
    /// JSON text.
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

/// The fields of a [`Row`] with their column types.
pub(super) const ROW: [(&str, ColumnKind); 27] = [
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
    // Of version 2: last, where it is added to older files.
    ("windowed_leaves", ColumnKind::Flag),
];

/// Returns the quoted column name of a field.
pub(super) fn column(name: &str) -> String {
    // Quoted, because some names are SQL keywords. One column keeps its first name, so that older files stay readable.
    format!("\"{}\"", if name == "move_is_proven" { "best_is_proven" } else { name })
}

/// Returns the columns of [`ROW`] as an SQL list.
pub(super) fn names() -> String {
    ROW.map(|(name, _)| column(name)).join(", ")
}

/// Converts a row to SQL values in the order of [`ROW`].
pub(super) fn write(row: &Row) -> impl Iterator<Item = Sql> {
    // Through JSON, so that a new field of the row needs only an entry in `ROW`.
    let fields = serde_json::to_value(row).unwrap_or_default();
    ROW.into_iter().map(move |(name, _)| match &fields[name] {
        Value::Null => Sql::Null,
        Value::Bool(flag) => Sql::Integer((*flag).into()),
        Value::Number(number) => number.as_i64().map_or_else(|| number.as_f64().into(), Sql::Integer),
        Value::String(text) => Sql::Text(text.clone()),
        list => Sql::Text(list.to_string()),
    })
}

/// Reads a row whose first columns are those of [`ROW`].
pub(super) fn read(line: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    let mut fields = Map::new();
    for (column, (name, kind)) in ROW.into_iter().enumerate() {
        fields.insert(name.to_owned(), field(line.get(column)?, kind));
    }
    let wrong = |error| rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(error));
    serde_json::from_value(Value::Object(fields)).map_err(wrong)
}

/// Converts the value of a column to JSON.
pub(super) fn field(value: Sql, kind: ColumnKind) -> Value {
    match (value, kind) {
        (Sql::Integer(flag), ColumnKind::Flag) => Value::Bool(flag != 0),
        // A row from before the column existed.
        (Sql::Null, ColumnKind::Flag) => Value::Bool(false),
        (Sql::Text(list), ColumnKind::List) => serde_json::from_str(&list).unwrap_or_default(),
        (Sql::Integer(number), _) => number.into(),
        (Sql::Real(number), _) => number.into(),
        (Sql::Text(text), _) => text.into(),
        (Sql::Null | Sql::Blob(_), _) => Value::Null,
    }
}
