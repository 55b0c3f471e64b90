//! Files in a bucket: written, read and deleted at a stand-in for S3 that keeps objects in memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::routing::put;
use callout_base::files::Files;
use http::{HeaderMap, StatusCode, header};
use object_store::aws::AmazonS3Builder;

type Objects = Arc<Mutex<HashMap<String, Bytes>>>;

async fn write(
    State(objects): State<Objects>,
    Path(key): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, [(header::HeaderName, &'static str); 1]) {
    let signed = headers[header::AUTHORIZATION].to_str().unwrap();
    assert!(signed.contains("Credential=key/"), "{signed}");
    objects.lock().unwrap().insert(key, body);
    (StatusCode::OK, [(header::ETAG, "\"one\"")])
}

async fn read(
    State(objects): State<Objects>,
    Path(key): Path<String>,
) -> Result<(HeaderMap, Bytes), StatusCode> {
    let found = objects
        .lock()
        .unwrap()
        .get(&key)
        .cloned()
        .ok_or(StatusCode::NOT_FOUND)?;
    let mut headers = HeaderMap::new();
    headers.insert(header::ETAG, "\"one\"".parse().unwrap());
    headers.insert(
        header::LAST_MODIFIED,
        "Mon, 23 Nov 2026 10:05:00 GMT".parse().unwrap(),
    );
    Ok((headers, found))
}

async fn delete(State(objects): State<Objects>, Path(key): Path<String>) -> StatusCode {
    objects.lock().unwrap().remove(&key);
    StatusCode::NO_CONTENT
}

#[tokio::test]
async fn files_live_under_the_prefix_of_the_bucket() {
    let objects = Objects::default();
    let app = Router::new()
        .route("/{*key}", put(write).get(read).delete(delete))
        .with_state(Arc::clone(&objects));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await });
    let builder = AmazonS3Builder::new()
        .with_endpoint(format!("http://{address}"))
        .with_allow_http(true)
        .with_access_key_id("key")
        .with_secret_access_key("secret");
    let files = Files::in_bucket("s3://callout/some/prefix", builder).unwrap();
    assert!(files.read("pros/one").await.unwrap().is_none());
    files.put("pros/one", b"what is in it".to_vec()).await.unwrap();
    let keys: Vec<String> = objects.lock().unwrap().keys().cloned().collect();
    assert_eq!(keys, ["callout/some/prefix/pros/one"]);
    assert_eq!(files.read("pros/one").await.unwrap().unwrap(), "what is in it");
    files.delete("pros/one").await.unwrap();
    files.delete("pros/one").await.unwrap();
    assert!(files.read("pros/one").await.unwrap().is_none());
}
