//! Hashing passwords.

use callout_domain::failure::FailureKind;
use callout_people::accounts::hasher::{Hasher, QUEUE};
use secrecy::SecretString;

fn secret(text: &str) -> SecretString {
    text.to_owned().into()
}

#[tokio::test]
async fn only_the_right_password_verifies_and_never_without_a_hash() {
    let hasher = Hasher::start().unwrap();
    let hash = hasher.hash(secret("tap&drain")).await.unwrap();
    assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
    assert_ne!(hash, hasher.hash(secret("tap&drain")).await.unwrap());
    assert!(
        hasher
            .verify(secret("tap&drain"), Some(hash.clone()))
            .await
            .unwrap()
    );
    assert!(!hasher.verify(secret("Tap&drain"), Some(hash)).await.unwrap());
    assert!(!hasher.verify(secret("tap&drain"), None).await.unwrap());
}

#[tokio::test]
async fn a_full_queue_refuses_at_once() {
    let hasher = Hasher::start().unwrap();
    let many = (0..4 * QUEUE).map(|_| hasher.verify(secret("tap&drain"), None));
    let answers = futures_util::future::join_all(many).await;
    let refused: Vec<_> = answers.into_iter().filter_map(Result::err).collect();
    // One may be under way besides those that wait, and a few may be done meanwhile.
    assert!((QUEUE..4 * QUEUE).contains(&refused.len()), "{}", refused.len());
    assert!(
        refused
            .iter()
            .all(|error| error.kind == FailureKind::TooMany && error.retry_after == Some(1))
    );
}
