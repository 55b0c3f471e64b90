//! Messages to pros about their documents.

use super::note::{Note, TO_PRO};
use callout_domain::master_document::{DocumentKind, DocumentNews};
use callout_domain::matching::candidate::valid_until;
use callout_domain::message::Message;
use callout_domain::time;
use callout_store::master_documents::MasterDocument;

/// Tells a pro something about a document. `link` opens the page of documents.
#[must_use]
pub fn told(
    to: &str,
    kind: DocumentKind,
    document: &MasterDocument,
    news: DocumentNews,
    link: String,
) -> Message {
    let (title, said) = words(kind, document, news);
    let note = Note {
        title,
        said,
        action: "See your documents",
        link,
        why: TO_PRO,
    };
    note.email(to, format!("{}-{}", document.id, news.as_str()))
}

fn words(kind: DocumentKind, document: &MasterDocument, news: DocumentNews) -> (String, String) {
    let name = kind.name();
    match news {
        DocumentNews::Verified => (
            format!("Your {name} is verified"),
            match last_day(document) {
                Some(day) => {
                    format!("We have looked at your {name} and verified it. It is valid until {day}.")
                }
                None => format!("We have looked at your {name} and verified it."),
            },
        ),
        DocumentNews::Rejected => (
            format!("We could not accept your {name}"),
            format!(
                "What is wrong: {} Please send another one.",
                sentence(document.reason.as_deref().unwrap_or_default())
            ),
        ),
        DocumentNews::EndsInAMonth | DocumentNews::EndsInAWeek => {
            let day = last_day(document).unwrap_or_default();
            (
                format!("Your {name} ends on {day}"),
                format!(
                    "Your {name} is valid until {day}. Please send the new one before then, so that we can look at it in time. {}",
                    afterwards(kind)
                ),
            )
        }
        DocumentNews::Ended => {
            let day = last_day(document).unwrap_or_default();
            (
                format!("Your {name} has ended"),
                format!(
                    "Your {name} was valid until {day}. Please send the new one. {}",
                    over(kind)
                ),
            )
        }
    }
}

/// What happens once a document has ended.
const fn afterwards(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::GasSafe => {
            "Without it you get no gas work, and the gas jobs you have go to other pros."
        }
        DocumentKind::Electrical => {
            "Without it you get no electrical work, and the electrical jobs you have go to other pros."
        }
        DocumentKind::Insurance => "Without it clients no longer see that you are insured.",
        DocumentKind::Identity => {
            "You still get jobs without it, but clients no longer see that you are verified."
        }
        DocumentKind::Other => "Your jobs do not depend on it.",
    }
}

/// What has happened since a document has ended.
const fn over(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::GasSafe => {
            "Until we have verified it you get no gas work, and gas jobs you have not begun go to other pros."
        }
        DocumentKind::Electrical => {
            "Until we have verified it you get no electrical work, and electrical jobs you have not begun go to other pros."
        }
        DocumentKind::Insurance => "Until we have verified it clients no longer see that you are insured.",
        DocumentKind::Identity => {
            "Until we have verified it you still get jobs, but clients no longer see that you are verified."
        }
        DocumentKind::Other => "We will look at it soon.",
    }
}

/// The last day of a document in words.
fn last_day(document: &MasterDocument) -> Option<String> {
    let over = valid_until(document.expires_on.as_deref()?)?;
    Some(time::day_in_words(over - 1))
}

/// With a full stop at its end.
fn sentence(text: &str) -> String {
    let text = text.trim();
    if text.ends_with(['.', '!', '?']) {
        text.to_owned()
    } else {
        format!("{text}.")
    }
}
