//! Values of a plan that can be written in several ways.

use crate::Method;
use nullwindow::AnyAlgorithm;
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// A value written as a number or as a text.
trait Scalar: Sized {
    const EXPECTED: &'static str;
    fn number(number: i64) -> Option<Self>;
    fn text(text: &str) -> Option<Self>;
}

/// One value, or a list of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OneOrMany<T>(pub Vec<T>);

struct OneOrManyVisitor<T>(PhantomData<T>);

impl<'de, T: Scalar + Deserialize<'de>> Visitor<'de> for OneOrManyVisitor<T> {
    type Value = OneOrMany<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, or a list of them", T::EXPECTED)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<OneOrMany<T>, E> {
        let value = T::number(number).ok_or_else(|| E::invalid_value(de::Unexpected::Signed(number), &self))?;
        Ok(OneOrMany(vec![value]))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<OneOrMany<T>, E> {
        let value = T::text(text).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))?;
        Ok(OneOrMany(vec![value]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<OneOrMany<T>, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(OneOrMany(values))
    }
}

impl<'de, T: Scalar + Deserialize<'de>> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OneOrManyVisitor(PhantomData))
    }
}

struct ScalarVisitor<T>(PhantomData<T>);

impl<T: Scalar> Visitor<'_> for ScalarVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<T, E> {
        T::number(number).ok_or_else(|| E::invalid_value(de::Unexpected::Signed(number), &self))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        T::text(text).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }
}

/// A depth in plies, or `"end"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Plies(pub Option<u32>);

impl Scalar for Plies {
    const EXPECTED: &'static str = "a depth of 1 to 254, or \"end\"";

    fn number(number: i64) -> Option<Plies> {
        u32::try_from(number).ok().filter(|&plies| (1..=254).contains(&plies)).map(|plies| Plies(Some(plies)))
    }

    fn text(text: &str) -> Option<Plies> {
        (text == "end").then_some(Plies(None))
    }
}

/// A number of table entries, `2097152` or `"2^21"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entries(pub u64);

impl Scalar for Entries {
    const EXPECTED: &'static str = "a number of entries such as 4096 or \"2^21\"";

    fn number(number: i64) -> Option<Entries> {
        u64::try_from(number).ok().filter(|&entries| entries > 0).map(Entries)
    }

    fn text(text: &str) -> Option<Entries> {
        let power = text.strip_prefix("2^")?.parse::<u32>().ok()?;
        // 2^40 entries would take 16 TiB; a greater power is a mistake.
        1u64.checked_shl(power).filter(|_| power <= 40).map(Entries)
    }
}

macro_rules! scalar {
    ($($type:ty)*) => {$(
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_any(ScalarVisitor(PhantomData))
            }
        }
    )*};
}

scalar!(Plies Entries);

/// Numbers of positions or seeds: `20` for the first twenty, or a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Instances(pub Vec<u32>);

struct PlacesVisitor;

impl<'de> Visitor<'de> for PlacesVisitor {
    type Value = Instances;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("how many, 1 to 1000000, counted from the first, or a list of numbers from 1")
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Instances, E> {
        let wrong = || E::invalid_value(de::Unexpected::Signed(number), &self);
        let count = u32::try_from(number).ok().filter(|count| (1..=1_000_000).contains(count)).ok_or_else(wrong)?;
        Ok(Instances((1..=count).collect()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Instances, A::Error> {
        let mut instances = Vec::new();
        while let Some(instance) = list.next_element::<std::num::NonZeroU32>()? {
            instances.push(instance.get());
        }
        if instances.is_empty() {
            return Err(de::Error::invalid_length(0, &PlacesVisitor));
        }
        Ok(Instances(instances))
    }
}

impl<'de> Deserialize<'de> for Instances {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Instances, D::Error> {
        deserializer.deserialize_any(PlacesVisitor)
    }
}

impl<'de> Deserialize<'de> for Method {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Method, D::Error> {
        let name = String::deserialize(deserializer)?;
        match name.as_str() {
            "minimal-tree" => Ok(Method::MinimalTree),
            "minimal-graph" => Ok(Method::MinimalGraph),
            _ => name.parse::<AnyAlgorithm>().map(Method::Search).map_err(de::Error::custom),
        }
    }
}
