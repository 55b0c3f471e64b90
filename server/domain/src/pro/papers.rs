//! The papers that a pro shows, as far as they decide about work.

use pricing_core::calendar::CivilDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::master_document::{DocumentKind, DocumentStatus};

/// A document as the rules see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paper {
    /// What it shows.
    pub kind: DocumentKind,
    /// Where it stands today.
    pub status: DocumentStatus,
}

/// Why a kind of document is not good enough for work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = WaitingReason)]
pub enum Reason {
    /// There is none.
    NotUploaded,
    /// Nobody has looked at it yet.
    NotVerified,
    /// An operator has refused it.
    Rejected,
    /// Its last day is over.
    Expired,
}

/// Why a pro has no valid document of a kind; `None` when there is one. Of `papers`, newest first, the newest gives the reason.
#[must_use]
pub(super) fn lacking(papers: &[Paper], kind: DocumentKind) -> Option<Reason> {
    let mut newest = None;
    for paper in papers.iter().filter(|paper| paper.kind == kind) {
        let reason = match paper.status {
            DocumentStatus::Verified => return None,
            DocumentStatus::Uploaded => Reason::NotVerified,
            DocumentStatus::Rejected => Reason::Rejected,
            DocumentStatus::Expired => Reason::Expired,
        };
        newest = newest.or(Some(reason));
    }
    newest.or(Some(Reason::NotUploaded))
}

/// The same day a year later: how long a document is valid that an operator vouched for without naming a day.
#[must_use]
pub fn a_year_after(day: CivilDate) -> CivilDate {
    let year = day.year() + 1;
    // 29 February becomes the 28th; the calendar's last year stays as it is.
    CivilDate::new(year, day.month(), day.day())
        .or_else(|| CivilDate::new(year, day.month(), 28))
        .unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_valid_document_outweighs_newer_ones_and_else_the_newest_says_why() {
        let lacks = |statuses: &[DocumentStatus]| {
            let paper = |status: &DocumentStatus| Paper {
                kind: DocumentKind::Identity,
                status: *status,
            };
            let papers: Vec<Paper> = statuses.iter().map(paper).collect();
            assert_eq!(lacking(&papers, DocumentKind::GasSafe), Some(Reason::NotUploaded));
            lacking(&papers, DocumentKind::Identity)
        };
        use DocumentStatus::{Expired, Rejected, Uploaded, Verified};
        assert_eq!(lacks(&[]), Some(Reason::NotUploaded));
        assert_eq!(lacks(&[Uploaded, Verified]), None);
        assert_eq!(lacks(&[Rejected, Expired]), Some(Reason::Rejected));
        assert_eq!(lacks(&[Expired, Rejected]), Some(Reason::Expired));
        assert_eq!(lacks(&[Uploaded, Expired]), Some(Reason::NotVerified));
    }

    #[test]
    fn a_year_later_is_the_same_day() {
        for (from, to) in [
            ("2026-11-23", "2027-11-23"),
            ("2028-02-29", "2029-02-28"),
            ("2999-12-31", "2999-12-31"),
        ] {
            let from: CivilDate = from.parse().unwrap();
            assert_eq!(a_year_after(from).to_string(), to);
        }
    }
}
