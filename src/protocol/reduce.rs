//! The method that makes the output of a tool short: no store, no files, no rules of projects.

use super::message::Failure;
use super::{Connection, Method, Params};
use crate::error::{Code, Error};
use crate::json::Object;
use crate::reduce::{Rejection, Request};

pub(super) fn reduced(
    connection: &mut Connection,
    _: &Method,
    params: Params<'_>,
    result: &mut Object<'_>,
) -> Result<(), Failure> {
    let request = Request::decode(params.written().as_bytes(), false).map_err(failure)?;
    connection.defaults.reduce(&request).fill(result);
    Ok(())
}

/// A rejection in the words of the protocol; it quotes nothing of the request.
fn failure(rejection: Rejection) -> Failure {
    let detail = rejection.to_string();
    Error::new(Code::E050).with_detail(detail).into()
}
