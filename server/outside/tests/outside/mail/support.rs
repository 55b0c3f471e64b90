//! Emails between a person and our support.

use callout_domain::support::SupportMessage;
use callout_outside::mail::support::answer;

const WHY: &str = "You get this email because somebody wrote to Callout and gave this email address.";

#[test]
fn an_answer_quotes_what_was_written_as_words() {
    let written = SupportMessage {
        id: "support-1".to_owned(),
        name: "Ada".to_owned(),
        email: "ada@example.com".to_owned(),
        message: "Where is he?\n<script>alert(1)</script>".to_owned(),
        booking_id: None,
        created_at: 1_795_428_300_000,
        answer: None,
        ended_at: None,
    };
    let email = answer(Some("help@callout.example"), &written, "Tomorrow.\nPromised.");
    assert_eq!(
        email.text,
        format!(
            "Tomorrow.\nPromised.\n\nYou wrote on Monday 23 November 2026:\n> Where is he?\n> <script>alert(1)</script>\n\n-- \n{WHY}\n"
        )
    );
    let html = email.html.unwrap();
    assert!(
        html.contains("Tomorrow.\nPromised.") && html.contains("&lt;script&gt;"),
        "{html}"
    );
    assert!(!html.contains("<script>"), "{html}");
}
