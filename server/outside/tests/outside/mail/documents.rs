//! Emails about a pro's documents.

use callout_domain::master_document::{DocumentKind, DocumentNews};
use callout_outside::mail::documents::told;
use callout_store::master_documents::MasterDocument;

fn subject_and_text(kind: DocumentKind, expires_on: Option<&str>, news: DocumentNews) -> (String, String) {
    let document = MasterDocument {
        id: "document-1".to_owned(),
        master_id: "master-1".to_owned(),
        kind,
        file_id: None,
        media_type: None,
        expires_on: expires_on.map(str::to_owned),
        uploaded_at: 1,
        verified_at: None,
        rejected_at: None,
        reason: Some("It is <too> dark".to_owned()),
        number: None,
        end_told: None,
        bytes: 0,
    };
    let link = "https://callout.example/master/onboarding/documents".to_owned();
    let message = told("pro@example.com", kind, &document, news, link);
    assert_eq!(
        message.key.as_deref(),
        Some(format!("document-1-{}", news.as_str()).as_str())
    );
    assert!(!message.html.unwrap().contains("<too>"));
    (message.subject, message.text)
}

#[test]
fn a_pro_reads_the_verdict_and_its_reason() {
    let (subject, text) = subject_and_text(DocumentKind::GasSafe, Some("2027-03-31"), DocumentNews::Verified);
    assert_eq!(subject, "Your Gas Safe registration is verified");
    assert!(text.contains("valid until Wednesday 31 March 2027."), "{text}");
    let (_, text) = subject_and_text(DocumentKind::Identity, None, DocumentNews::Verified);
    assert!(text.contains("verified it.\n"), "{text}");
    let (subject, text) = subject_and_text(DocumentKind::Identity, None, DocumentNews::Rejected);
    assert_eq!(subject, "We could not accept your identity document");
    assert!(
        text.contains("What is wrong: It is <too> dark. Please send another one."),
        "{text}"
    );
}

#[test]
fn a_pro_reads_what_the_end_of_a_document_means() {
    let (subject, text) = subject_and_text(
        DocumentKind::GasSafe,
        Some("2026-12-23"),
        DocumentNews::EndsInAMonth,
    );
    assert_eq!(
        subject,
        "Your Gas Safe registration ends on Wednesday 23 December 2026"
    );
    assert!(text.contains("no gas work"), "{text}");
    let (subject, text) = subject_and_text(DocumentKind::Electrical, Some("2026-12-23"), DocumentNews::Ended);
    assert_eq!(subject, "Your electrical registration has ended");
    assert!(
        text.contains("electrical jobs you have not begun go to other pros"),
        "{text}"
    );
}
