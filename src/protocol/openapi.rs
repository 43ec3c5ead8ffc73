//! The description of the HTTP interface: OpenAPI 3.1, from the tables that it works by.

use super::shape;
use super::signature::{ERROR, Signature};
use super::status;
use super::{METHODS, Method};
use crate::gate::Profile;
use crate::json::{self, Object};
use crate::options::Options;

/// The statuses that a method may be answered with.
const OF_A_METHOD: &[u16] = &[200, 400, 401, 403, 405, 408, 413, 415, 422, 500, 503];

/// A path beside the methods.
struct Place {
    path: &'static str,
    /// What it is asked with.
    verb: &'static str,
    /// What it is for.
    about: &'static str,
    /// The type of its answer.
    media: &'static str,
    /// The statuses that it may be answered with beside 200.
    failures: &'static [u16],
}

/// The paths beside the methods.
const PLACES: &[Place] = &[
    Place {
        path: "/",
        verb: "get",
        about: "A page to try it on.",
        media: "text/html",
        failures: &[400, 403, 503],
    },
    Place {
        path: "/healthz",
        verb: "get",
        about: "Says that requests are answered.",
        media: "application/json",
        failures: &[400, 401, 403, 503],
    },
    Place {
        path: "/openapi.json",
        verb: "get",
        about: "Gives this description.",
        media: "application/json",
        failures: &[400, 401, 403, 503],
    },
    // What is wrong with a message is answered in its own words.
    #[cfg(feature = "mcp")]
    Place {
        path: "/mcp",
        verb: "post",
        about: "Speaks the Model Context Protocol.",
        media: "application/json",
        failures: &[202, 400, 401, 403, 404, 406, 408, 413, 415, 500, 503],
    },
];

/// The document, on one line.
#[must_use]
pub fn document() -> Vec<u8> {
    let mut out = Vec::new();
    let mut document = Object::new(&mut out);
    document.string("openapi", "3.1.0");
    document.object("info", |info| {
        info.string("title", "JSONMend");
        info.string("version", env!("CARGO_PKG_VERSION"));
        info.string("summary", "Repairs, judges and gates the JSON that language models write.");
        info.object("license", |license| {
            license.string("name", "MIT");
            license.string("identifier", "MIT");
        });
    });
    document.array("servers", ["/"], |out, url| {
        let mut server = Object::new(out);
        server.string("url", url);
        server.end();
    });
    document.object("paths", |paths| {
        METHODS.iter().for_each(|method| fill_method(method, paths));
        PLACES.iter().for_each(|place| fill_place(place, paths));
    });
    document.object("components", fill_components);
    document.end();
    out.push(b'\n');
    out
}

/// A method, if it can be called over HTTP.
fn fill_method(method: &Method, paths: &mut Object<'_>) {
    let Some(signature) = Signature::of(method.name).filter(|_| !method.needs_stream) else {
        return;
    };
    let Method { name, about, profile, .. } = method;
    paths.object_entry(&format!("/v1/{name}"), |path| {
        path.object("post", |post| {
            post.string("operationId", name);
            post.string("summary", about);
            if signature.takes_options && Profile::of(&Options::default()) != Some(*profile) {
                let default = format!("The profile is {} unless another is named.", profile.name());
                post.string("description", &default);
            }
            fill_security(post);
            post.object("requestBody", |body| {
                body.bool("required", true);
                content(body, "application/json", |schema| signature.fill_params(schema));
            });
            post.object("responses", |responses| {
                for number in OF_A_METHOD {
                    responses.object_entry(&number.to_string(), |response| {
                        fill_response(*number, signature, response);
                    });
                }
            });
        });
    });
}

fn fill_response(number: u16, signature: &Signature, response: &mut Object<'_>) {
    if number != 200 {
        let reference = format!("#/components/responses/{number}");
        return response.string("$ref", &reference);
    }
    response.string("description", status::about(number));
    content(response, "application/json", |schema| {
        fill_envelope("result", true, schema, |result| {
            shape::fill_object(signature.result.iter(), result);
        });
    });
}

/// The envelope of an answer: whether it went well, and what came of it.
fn fill_envelope(
    member: &'static str,
    ok: bool,
    schema: &mut Object<'_>,
    fill: impl FnOnce(&mut Object<'_>),
) {
    schema.string("type", "object");
    schema.object("properties", |members| {
        members.object("ok", |schema| schema.bool("const", ok));
        members.object(member, fill);
    });
    schema.array("required", ["ok", member], json::string);
}

fn fill_place(place: &Place, paths: &mut Object<'_>) {
    paths.object(place.path, |path| {
        path.object(place.verb, |operation| {
            operation.string("summary", place.about);
            if place.verb == "post" {
                fill_security(operation);
                operation.object("requestBody", |body| {
                    content(body, place.media, |schema| schema.string("type", "object"));
                });
            }
            operation.object("responses", |responses| {
                responses.object("200", |response| {
                    response.string("description", status::about(200));
                    content(response, place.media, |_| {});
                });
                for number in place.failures {
                    responses.object_entry(&number.to_string(), |response| {
                        response.string("description", status::about(*number));
                    });
                }
            });
        });
    });
}

/// A token is asked for where the server was given one.
fn fill_security(operation: &mut Object<'_>) {
    operation.array("security", [None, Some("token")], |out, scheme| {
        let mut object = Object::new(out);
        if let Some(scheme) = scheme {
            object.array(scheme, [""; 0], json::string);
        }
        object.end();
    });
}

fn fill_components(components: &mut Object<'_>) {
    components.object("schemas", |schemas| {
        schemas.object("Failure", |schema| {
            fill_envelope("error", false, schema, |error| ERROR.fill(error));
        });
    });
    components.object("responses", |responses| {
        for number in OF_A_METHOD.iter().filter(|number| **number != 200) {
            responses.object_entry(&number.to_string(), |response| {
                response.string("description", status::about(*number));
                content(response, "application/json", |schema| {
                    schema.string("$ref", "#/components/schemas/Failure");
                });
            });
        }
    });
    components.object("securitySchemes", |schemes| {
        schemes.object("token", |scheme| {
            scheme.string("type", "http");
            scheme.string("scheme", "bearer");
        });
    });
}

/// A body of one type.
fn content(body: &mut Object<'_>, media: &'static str, fill: impl FnOnce(&mut Object<'_>)) {
    body.object("content", |content| {
        content.object(media, |media| media.object("schema", fill));
    });
}
