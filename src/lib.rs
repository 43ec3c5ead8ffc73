//! JSONMend stands between a language model and the code that acts on what it wrote.

pub mod engine;
pub mod error;
pub mod event;
pub mod json;
pub mod position;
pub mod repair;
mod scan;

pub use error::{Code, Error, Result};
