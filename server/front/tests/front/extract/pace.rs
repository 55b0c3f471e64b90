//! How slowly a file may arrive.

use std::future::pending;
use std::time::Duration;

use callout_domain::failure::FailureKind;
use callout_front::extract::pace::{Pace, Rate};
use tokio::time::sleep;

const RATE: Rate = Rate {
    stretch: Duration::from_millis(50),
    least: 10,
};

#[tokio::test]
async fn a_file_that_hardly_arrives_ends() {
    let mut pace = Pace::new(RATE);
    pace.count(9);
    let ended = pace.wait(pending::<()>()).await.unwrap_err();
    assert_eq!(ended.kind, FailureKind::Timeout);
}

#[tokio::test]
async fn each_stretch_counts_by_itself() {
    let mut pace = Pace::new(RATE);
    for _ in 0..3 {
        pace.count(10);
        pace.wait(sleep(Duration::from_millis(30))).await.unwrap();
        pace.count(10);
        pace.wait(sleep(Duration::from_millis(30))).await.unwrap();
    }
    // What came before does not make up for a stretch in which nothing comes.
    pace.count(1_000);
    assert!(pace.wait(pending::<()>()).await.is_err());
}

#[tokio::test]
async fn what_is_there_is_taken_at_once() {
    let mut pace = Pace::new(RATE);
    sleep(Duration::from_millis(60)).await;
    assert_eq!(pace.wait(async { 7 }).await.unwrap(), 7);
}
