//! The document as one HTML page: no script, nothing to fetch.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::shape;

const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

const STYLE: &str = "
:root{color-scheme:light dark;--line:#8885;--quiet:#8882}
body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:0 auto;padding:1rem}
h2{margin-top:2.5rem}nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none}
details{border:1px solid var(--line);border-radius:.5rem;margin:.5rem 0}
details>*{padding:0 1rem}summary{padding:.6rem 1rem;cursor:pointer}
summary code{font-weight:600}.method{display:inline-block;min-width:4.2rem;font-weight:700}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-top:1px solid var(--line)}
code{font-size:.92em}.quiet{opacity:.75}:target{background:var(--quiet)}";

/// Escapes text for HTML.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// The whole page.
pub(super) fn render(document: &Value) -> String {
    let tags: Vec<&Value> = document["tags"].as_array().into_iter().flatten().collect();
    let mut body = String::new();
    let links: Vec<String> = tags
        .iter()
        .map(|tag| format!("<li><a href=\"#{0}\">{0}</a></li>", text(tag, "name")))
        .collect();
    let _ = write!(
        body,
        "<header><h1>{} API</h1><p>{} <a href=\"openapi.json\">OpenAPI document</a></p></header>\
         <nav aria-label=\"Sections\"><ul>{}<li><a href=\"#schemas\">Schemas</a></li></ul></nav><main>",
        text(&document["info"], "title"),
        text(&document["info"], "description"),
        links.concat(),
    );
    for tag in tags {
        let name = text(tag, "name");
        let _ = write!(
            body,
            "<h2 id=\"{name}\">{name}</h2><p>{}</p>",
            text(tag, "description")
        );
        for (path, item) in document["paths"].as_object().into_iter().flatten() {
            for method in METHODS {
                let Some(call) = item.get(method).filter(|call| call["tags"][0] == tag["name"]) else {
                    continue;
                };
                body.push_str(&operation(method, path, call));
            }
        }
    }
    body.push_str("<h2 id=\"schemas\">Schemas</h2>");
    for (name, schema) in document["components"]["schemas"]
        .as_object()
        .into_iter()
        .flatten()
    {
        let _ = write!(
            body,
            "<section id=\"schema-{0}\"><h3>{0}</h3><p>{1}</p>{2}</section>",
            escape(name),
            text(schema, "description"),
            shape::fields(schema),
        );
    }
    format!(
        "<!doctype html><html lang=\"en-GB\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>Callout API</title>\
         <style>{STYLE}</style></head><body>{body}</main></body></html>"
    )
}

fn text(value: &Value, field: &str) -> String {
    escape(value[field].as_str().unwrap_or_default())
}

fn operation(method: &str, path: &str, call: &Value) -> String {
    let mut html = format!(
        "<details><summary><span class=\"method\">{}</span> <code>{}</code> <span class=\"quiet\">{}</span></summary><p>{}</p>",
        method.to_uppercase(),
        escape(path),
        text(call, "summary"),
        text(call, "description"),
    );
    if let Some(ways) = call["security"].as_array() {
        let open = ways.iter().any(|way| way.as_object().is_some_and(Map::is_empty));
        let how = if open {
            "Bearer token, or a link’s token where one is named."
        } else {
            "Bearer token."
        };
        let _ = write!(html, "<p><strong>Needs:</strong> {how}</p>");
    }
    if let Some(parameters) = call["parameters"]
        .as_array()
        .filter(|parameters| !parameters.is_empty())
    {
        let rows: Vec<String> = parameters.iter().map(parameter).collect();
        let _ = write!(
            html,
            "<h4>Parameters</h4><div class=\"wide\"><table>{}</table></div>",
            rows.concat()
        );
    }
    for (media_type, content) in call["requestBody"]["content"].as_object().into_iter().flatten() {
        let _ = write!(
            html,
            "<h4>Body <code>{}</code></h4>{}",
            escape(media_type),
            shape::fields(&content["schema"])
        );
    }
    html.push_str("<h4>Answers</h4><div class=\"wide\"><table>");
    for (status, answer) in call["responses"].as_object().into_iter().flatten() {
        let kinds: Vec<String> = answer["content"]
            .as_object()
            .into_iter()
            .flatten()
            .map(content)
            .collect();
        let _ = write!(
            html,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>",
            escape(status),
            text(answer, "description"),
            kinds.join("<br>"),
        );
    }
    html.push_str("</table></div></details>");
    html
}

fn parameter(parameter: &Value) -> String {
    let optional = if parameter["required"] == true { "" } else { "?" };
    format!(
        "<tr><th scope=\"row\"><code>{}{optional}</code></th><td>{}</td><td>{}{}</td><td>{}</td></tr>",
        text(parameter, "name"),
        text(parameter, "in"),
        shape::kind(&parameter["schema"]),
        shape::bounds(&parameter["schema"]),
        text(parameter, "description"),
    )
}

fn content((media_type, content): (&String, &Value)) -> String {
    match content.get("schema") {
        Some(schema) => format!("{} <code>{}</code>", shape::kind(schema), escape(media_type)),
        None => format!("<code>{}</code>", escape(media_type)),
    }
}
