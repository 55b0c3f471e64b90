//! What many read at once.

use std::sync::atomic::{AtomicU32, Ordering};

use callout_outside::live::Together;
use futures_util::future::join_all;

#[tokio::test]
async fn readers_at_once_share_a_reading_until_it_is_forgotten() {
    let (shared, readings) = (Together::default(), AtomicU32::new(0));
    let read = || {
        shared.read(async {
            tokio::task::yield_now().await;
            Some(readings.fetch_add(1, Ordering::Relaxed))
        })
    };
    let values = join_all((0..100).map(|_| read())).await;
    assert!(values.iter().all(|value| value.as_deref() == Some(&0)));
    shared.forget();
    assert_eq!(read().await.as_deref(), Some(&1));
    assert_eq!(shared.clone().read(async { Some(7) }).await.as_deref(), Some(&1));
}

#[tokio::test]
async fn what_began_before_a_change_is_not_for_those_who_come_after_it() {
    let shared = Together::default();
    let (begun, end) = (tokio::sync::Notify::new(), tokio::sync::Notify::new());
    let old = shared.read(async {
        begun.notify_one();
        end.notified().await;
        Some("old")
    });
    let new = async {
        begun.notified().await;
        shared.forget();
        let new = shared.read(async { Some("new") }).await;
        end.notify_one();
        new
    };
    let (old, new) = tokio::join!(old, new);
    assert_eq!((old.as_deref(), new.as_deref()), (Some(&"old"), Some(&"new")));
}

#[tokio::test]
async fn a_failure_reaches_those_who_wait_and_is_not_kept() {
    let (shared, readings) = (Together::<u32>::default(), AtomicU32::new(0));
    let fail = || {
        shared.read(async {
            tokio::task::yield_now().await;
            readings.fetch_add(1, Ordering::Relaxed);
            None
        })
    };
    let values = join_all((0..100).map(|_| fail())).await;
    assert!(values.iter().all(Option::is_none));
    assert_eq!(
        readings.load(Ordering::Relaxed),
        1,
        "nobody fails after the other"
    );
    assert_eq!(shared.read(async { Some(3) }).await.as_deref(), Some(&3));
}
