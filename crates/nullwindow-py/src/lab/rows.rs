//! The rows of a database as Arrow columns, which other libraries read without copying them.
//!
//! The columns are those of `nullwindow lab export`: the search, then the fields of the record. Counts are unsigned,
//! fields that may be absent are nullable, and lists are lists instead of JSON text.

use super::{PlanText, parse, reading};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::ArrowPrimitiveType;
use arrow_array::{
    ArrayRef, BooleanArray, FixedSizeListArray, Int32Array, ListArray, PrimitiveArray, RecordBatch,
    RecordBatchIterator, StringArray, StructArray, TimestampMillisecondArray, UInt32Array, UInt64Array,
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use nullwindow_lab::store::{Store, StoredRecord};
use nullwindow_lab::{PlanForm, Question, Row};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

/// Rows per batch. Readers keep a single batch as it is and may join several by copying, so a batch is as large as the
/// 32-bit offsets of its texts and lists safely allow.
const BATCH: usize = 1 << 20;

/// The rows of a database.
#[pyclass(frozen, module = "nullwindow._native")]
pub(super) struct LabRows {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

#[pymethods]
impl LabRows {
    /// Reads all rows, or those of the searches that a plan asks for in either form.
    #[new]
    fn new(py: Python<'_>, database: PathBuf, plan: Option<PlanText>) -> PyResult<LabRows> {
        let plan = plan.map(|plan| parse(&[plan])).transpose()?.and_then(|plans| plans.into_iter().next());
        let batches = reading(py, |stop| {
            let store = Store::read(&database)?;
            // By the texts of cells, not by the plan that a search was first measured for: plans share searches.
            let wanted: Option<HashSet<String>> = plan.map(|plan| {
                let cells = [PlanForm::Quick, PlanForm::Full].into_iter().flat_map(|form| plan.cells(form));
                cells.take_while(|_| !stop.is_requested()).map(|cell| cell.to_string()).collect()
            });
            let (mut batches, mut records) = (Vec::new(), Vec::new());
            store.each_record(stop, |record| {
                if wanted.as_ref().is_none_or(|wanted| wanted.contains(&record.cell)) {
                    records.push(record);
                }
                if records.len() == BATCH {
                    batches.push(batch(&records));
                    records.clear();
                }
            })?;
            if !records.is_empty() || batches.is_empty() {
                batches.push(batch(&records));
            }
            Ok(batches)
        })?;
        let batches = batches.into_iter().collect::<Result<Vec<RecordBatch>, ArrowError>>().map_err(arrow_error)?;
        let schema = batches.first().map_or_else(|| Arc::new(Schema::empty()), RecordBatch::schema);
        Ok(LabRows { schema, batches })
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// Returns the names of the columns.
    fn column_names(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    /// Returns the rows as a stream of the Arrow C interface. Every stream has the same buffers.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface allows to ignore the request; readers convert.
        let _ = requested_schema;
        let batches = self.batches.clone().into_iter().map(Ok);
        let reader = RecordBatchIterator::new(batches, Arc::clone(&self.schema));
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }

    /// Returns the schema of the Arrow C interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.schema.as_ref()).map_err(arrow_error)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }
}

fn arrow_error(error: ArrowError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// The columns of a batch under construction.
struct Columns<'r> {
    records: &'r [StoredRecord],
    columns: Vec<(&'static str, ArrayRef, bool)>,
}

impl<'r> Columns<'r> {
    fn text(&mut self, name: &'static str, of: impl Fn(&'r StoredRecord) -> &'r str) {
        let array = StringArray::from_iter_values(self.records.iter().map(of));
        self.columns.push((name, Arc::new(array), false));
    }

    fn flag(&mut self, name: &'static str, of: impl Fn(&Row) -> bool) {
        let array: BooleanArray = self.records.iter().map(|record| Some(of(&record.row))).collect();
        self.columns.push((name, Arc::new(array), false));
    }

    fn number<T: ArrowPrimitiveType>(&mut self, name: &'static str, of: impl Fn(&StoredRecord) -> T::Native)
    where
        PrimitiveArray<T>: From<Vec<T::Native>>,
    {
        let array = PrimitiveArray::<T>::from(self.records.iter().map(of).collect::<Vec<T::Native>>());
        self.columns.push((name, Arc::new(array), false));
    }

    fn optional<A: FromIterator<Option<N>> + arrow_array::Array + 'static, N>(
        &mut self,
        name: &'static str,
        of: impl Fn(&Row) -> Option<N>,
    ) {
        let array: A = self.records.iter().map(|record| of(&record.row)).collect();
        self.columns.push((name, Arc::new(array), true));
    }
}

/// Returns the records as columns.
fn batch(records: &[StoredRecord]) -> Result<RecordBatch, ArrowError> {
    use arrow_array::types::{Float64Type, Int64Type, UInt32Type, UInt64Type};
    let mut columns = Columns { records, columns: Vec::new() };
    columns.number::<Int64Type>("search", |record| record.search);
    columns.text("program", |record| &record.setting.program);
    columns.text("machine", |record| &record.setting.machine);
    columns.number::<UInt32Type>("jobs", |record| record.setting.jobs);
    columns.text("plan", |record| &record.plan);
    columns.text("plan_hash", |record| &record.plan_hash);
    columns.text("form", |record| &record.form);
    let times: TimestampMillisecondArray = records.iter().map(|record| milliseconds(&record.at)).collect();
    columns.columns.push(("at", Arc::new(times.with_timezone("UTC")), true));
    columns.text("cell", |record| &record.cell);
    columns.number::<UInt32Type>("iteration", |record| record.iteration);
    columns.text("subject", |record| &record.row.subject);
    columns.text("position", |record| &record.row.position);
    columns.number::<UInt32Type>("place", |record| record.row.instance);
    columns.text("algorithm", |record| &record.row.algorithm);
    columns.optional::<UInt32Array, _>("depth", |row| row.depth);
    columns.optional::<UInt32Array, _>("step", |row| row.step);
    columns.optional::<UInt64Array, _>("entries", |row| row.entries);
    columns.optional::<Int32Array, _>("offset", |row| row.offset);
    columns.optional::<Int32Array, _>("value", |row| row.value);
    columns.optional::<Int32Array, _>("lower", |row| row.lower);
    columns.optional::<Int32Array, _>("upper", |row| row.upper);
    columns.optional::<StringArray, _>("move", |row| row.best.clone());
    columns.flag("move_is_proven", |row| row.best_is_proven);
    columns.flag("settled", |row| row.settled);
    columns.optional::<UInt64Array, _>("leaves", |row| row.leaves);
    columns.number::<UInt64Type>("leaf_visits", |record| record.row.leaf_visits);
    columns.number::<UInt64Type>("interior", |record| record.row.interior);
    columns.number::<UInt64Type>("answered", |record| record.row.answered);
    columns.number::<UInt64Type>("total", |record| record.row.total);
    columns.number::<UInt64Type>("quiescence", |record| record.row.quiescence);
    columns.number::<UInt64Type>("passes", |record| record.row.passes);
    columns.number::<Float64Type>("seconds", |record| record.row.seconds);
    columns.number::<UInt64Type>("open", |record| record.row.open);
    columns.number::<UInt64Type>("backup", |record| record.row.backup);
    columns.columns.push(("cuts", Arc::new(cuts(records)?), false));
    columns.columns.push(("questions", Arc::new(questions(records)?), false));
    columns.flag("windowed_leaves", |row| row.windowed_leaves);
    RecordBatch::try_from_iter_with_nullable(columns.columns)
}

/// Returns the cutoffs by ply: a list of three counts per ply.
fn cuts(records: &[StoredRecord]) -> Result<ListArray, ArrowError> {
    let counts = records.iter().flat_map(|record| record.row.cuts.iter().flatten().copied());
    let counts = UInt64Array::from(counts.collect::<Vec<u64>>());
    let count = Arc::new(Field::new("item", DataType::UInt64, false));
    let plies = FixedSizeListArray::try_new(Arc::clone(&count), 3, Arc::new(counts), None)?;
    let ply = Arc::new(Field::new("item", DataType::FixedSizeList(count, 3), false));
    let offsets = OffsetBuffer::from_lengths(records.iter().map(|record| record.row.cuts.len()));
    ListArray::try_new(ply, offsets, Arc::new(plies), None)
}

/// Returns the passes of every search: a list of records.
fn questions(records: &[StoredRecord]) -> Result<ListArray, ArrowError> {
    let all = || records.iter().flat_map(|record| &record.row.questions);
    let bound = |of: fn(&Question) -> Option<i32>| -> ArrayRef { Arc::new(all().map(of).collect::<Int32Array>()) };
    let answers: Int32Array = all().map(|question| Some(question.answer)).collect();
    let visits: UInt64Array = all().map(|question| Some(question.leaf_visits)).collect();
    let columns: Vec<(Field, ArrayRef)> = vec![
        (Field::new("alpha", DataType::Int32, true), bound(|question| question.alpha)),
        (Field::new("beta", DataType::Int32, true), bound(|question| question.beta)),
        (Field::new("answer", DataType::Int32, false), Arc::new(answers)),
        (Field::new("lower", DataType::Int32, true), bound(|question| question.lower)),
        (Field::new("upper", DataType::Int32, true), bound(|question| question.upper)),
        (Field::new("leaf_visits", DataType::UInt64, false), Arc::new(visits)),
    ];
    let (fields, arrays): (Vec<Field>, Vec<ArrayRef>) = columns.into_iter().unzip();
    let passes = StructArray::try_new(fields.into(), arrays, None)?;
    let pass = Arc::new(Field::new("item", arrow_array::Array::data_type(&passes).clone(), false));
    let offsets = OffsetBuffer::from_lengths(records.iter().map(|record| record.row.questions.len()));
    ListArray::try_new(pass, offsets, Arc::new(passes), None)
}

/// Returns the milliseconds since 1970 of a time such as `2026-01-31T12:00:00Z`.
fn milliseconds(text: &str) -> Option<i64> {
    let number = |from: usize, to: usize| text.get(from..to)?.parse::<i64>().ok();
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let seconds = number(11, 13)? * 3600 + number(14, 16)? * 60 + number(17, 19)?;
    // Years that begin in March have their leap day at the end, so that months before it have fixed lengths.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day - 1 - 719_468;
    Some((days * 86_400 + seconds) * 1000)
}
