//! The list. Tables whose rows lead to others stand after those that are found through them.

use callout_domain::booking::Booking;
use callout_domain::clock::{DAY, HOUR};
use callout_domain::coupon::CouponRow;
use callout_domain::kept::{FACT, OWN, SECRET, TWO_YEARS, both, client};
use callout_domain::operator::{DRAFT_LIFE, Operator};
use callout_domain::prices::{Activation, Draft as PriceDraft};
use callout_domain::reading::{Reading, ReadingEntry};
use callout_domain::support::SupportMessage;
use callout_domain::suspension::Suspension;

use super::{CLIENT_AUDITED, Columns, Of, PRO_AUDITED, PROVED, Rows, Table};
use crate::calendar_links::CalendarLink;
use crate::change_orders::ChangeOrder;
use crate::changes::Change;
use crate::chat::{ChatMessage, ChatThread};
use crate::debt_payments::DebtPayment;
use crate::demo_pros::DemoPro;
use crate::diaries::{BlockedClientRow, DiaryRow, TimeAwayRow};
use crate::disputes::Dispute;
use crate::fee_invoices::FeeInvoice;
use crate::invitations::Invitation;
use crate::job_notes::JobNotes;
use crate::jobs::NewJob;
use crate::ledger::Entry;
use crate::master_documents::MasterDocument;
use crate::masters::Master;
use crate::matchings::Matching;
use crate::mismatches::Mismatch;
use crate::missed_visits::MissedVisit;
use crate::offers::Offer;
use crate::operator_sessions::{Draft, OperatorSession};
use crate::passkeys::{Ceremony, Passkey};
use crate::passwords::Password;
use crate::payout_accounts::PayoutAccount;
use crate::payouts::Payout;
use crate::payouts::reversals::Reversal;
use crate::payouts::transfers::Transfer;
use crate::proposals::Proposal;
use crate::push_subscriptions::PushSubscription;
use crate::put_rights::PutRight;
use crate::receipts::IssuedReceipt;
use crate::reviews::Review;
use crate::sealed_receipts::SealedReceipt;
use crate::sessions::Start;
use crate::tickets::Ticket;
use crate::unpaid_jobs::UnpaidJob;
use crate::uploads::Upload;
use crate::{erased_identifiers, idempotency};

/// A client's bookings, where a column names the booking.
const BOOKED: &str = "booking_id in (select id from bookings where client_id = $1)";

/// A year, milliseconds: how long chats, offers and hashes of what was erased are kept.
pub(super) const YEAR: i64 = 365 * DAY;

/// How long a broken stream can be resumed, milliseconds.
const RESUMED: i64 = 30 * DAY;

/// How long seen events are remembered: a provider repeats one for a few days at most (Stripe: 3).
const EVENTS: i64 = 90 * DAY;

/// A card is forgotten once no open payout is judged by it.
const CARD: &str = "case when 0 < (select count(*) from payout_transfers join payouts on payouts.id = payout_transfers.payout_id
   where payout_transfers.payment_id = payments.id and payouts.status in ('pending', 'review', 'held')) then card_fingerprint end";

const fn table(name: &'static str, columns: Columns) -> Table {
    Table {
        name,
        columns,
        others: &[],
        client: Of::Nobody,
        pro: Of::Nobody,
        booking: None,
        since: None,
        rows: Rows::Stay,
    }
}

impl Table {
    const fn and(self, others: Columns) -> Self {
        Self { others, ..self }
    }

    const fn client(self, client: Of) -> Self {
        Self { client, ..self }
    }

    const fn pro(self, pro: Of) -> Self {
        Self { pro, ..self }
    }

    /// The terms of its columns count from this column, while the condition says that something is left.
    const fn since(self, column: &'static str, left: &'static str) -> Self {
        Self {
            since: Some((column, left)),
            ..self
        }
    }

    /// Its rows belong to the booking that this column names, and so to the booking's client.
    const fn of_booking(self, column: &'static str) -> Self {
        Self {
            client: Of::Emptied(BOOKED),
            booking: Some(column),
            ..self
        }
    }

    const fn rows(self, rows: Rows) -> Self {
        Self { rows, ..self }
    }
}

/// Every table of the database.
pub const TABLES: &[Table] = &[
    // What operators wrote: the log itself keeps only its MAC.
    table(
        "audit_words",
        &[("seq", FACT), ("at", FACT), ("words", both("''").kept_for(TWO_YEARS))],
    )
    .client(Of::Emptied(CLIENT_AUDITED))
    .pro(Of::Emptied(PRO_AUDITED))
    .since("at", "words <> ''"),
    // What people wrote about bookings.
    table("proposals", Proposal::KEPT).of_booking("booking_id").pro(Of::Emptied("master_id = $1")),
    table("change_orders", ChangeOrder::KEPT).of_booking("booking_id").pro(Of::Emptied("master_id = $1")),
    table("reviews", Review::KEPT).of_booking("booking_id").pro(Of::Emptied("master_id = $1")),
    table("disputes", Dispute::KEPT).of_booking("booking_id").pro(Of::Emptied("master_id = $1")),
    table("mismatches", Mismatch::KEPT).of_booking("booking_id").pro(Of::Emptied("master_id = $1")),
    table("put_rights", PutRight::KEPT).of_booking("booking_id").pro(Of::Emptied("master_id = $1")),
    table("invitations", Invitation::KEPT).of_booking("booking_id").pro(Of::Emptied("master_id = $1")),
    table("missed_visits", MissedVisit::KEPT).of_booking("booking_id").pro(Of::Emptied("master_id = $1")),
    table("job_notes", JobNotes::KEPT).of_booking("booking_id").pro(Of::Emptied("master_id = $1")),
    table("unpaid_jobs", UnpaidJob::KEPT).of_booking("booking_id").pro(Of::Emptied("master_id = $1")),
    table("chat_messages", ChatMessage::KEPT)
        .client(Of::Deleted(BOOKED))
        .pro(Of::Deleted(
            "master_id = $1 and sender = 'pro' and booking_id in (select booking_id from chat_threads where master_id = $1)",
        ))
        .rows(Rows::After("sent_at", YEAR)),
    table("chat_threads", ChatThread::KEPT).client(Of::Deleted(BOOKED)).rows(Rows::After("last_at", YEAR)),
    table(
        "booking_events",
        &[
            ("booking_id", FACT),
            ("seq", FACT),
            ("type", FACT),
            ("at", FACT),
            ("data", client("'{}'").kept_for(TWO_YEARS)),
            ("step_id", FACT),
        ],
    )
    .of_booking("booking_id"),
    // What was decided about them.
    table("matchings", Matching::KEPT).and(&[("waiting_since", FACT)]),
    table("offers", Offer::KEPT).of_booking("booking_id").rows(Rows::AfterBooking(YEAR)),
    table(
        "pros_out",
        &[("booking_id", FACT), ("master_id", FACT), ("why", FACT), ("price_pence", FACT), ("at", FACT)],
    )
    .of_booking("booking_id")
    .rows(Rows::AfterBooking(YEAR)),
    table("changes", Change::KEPT),
    table("readings", Reading::KEPT).client(Of::Emptied(BOOKED)),
    table("reading_entries", ReadingEntry::KEPT),
    // Money, which the books keep.
    table(
        "payments",
        &[
            ("id", FACT),
            ("booking_id", FACT),
            ("quote_id", FACT),
            ("provider", FACT),
            ("client_secret", client("''").not_copied()),
            ("status", FACT),
            ("amount_pence", FACT),
            ("captured_pence", FACT),
            ("refunded_pence", FACT),
            ("currency", FACT),
            ("authorised_at", FACT),
            ("checked_at", FACT),
            ("created_at", FACT),
            ("updated_at", FACT),
            ("closing_at", FACT),
            ("purpose", FACT),
            ("reference", FACT),
            ("disputed_pence", FACT),
            ("capture_before", FACT),
            ("renew_at", FACT),
            ("customer_id", FACT),
            ("card_id", FACT),
            ("card_fingerprint", client(CARD).not_copied()),
            ("refused_pence", FACT),
        ],
    )
    .of_booking("booking_id"),
    table(
        "refunds",
        &[
            ("reference", FACT),
            ("payment_id", FACT),
            ("amount_pence", FACT),
            ("status", FACT),
            ("created_at", FACT),
            ("updated_at", FACT),
            ("retries", FACT),
            ("unearned_pence", FACT),
            ("stands_for", FACT),
        ],
    ),
    table(
        "chargebacks",
        &[
            ("id", FACT),
            ("payment_id", FACT),
            ("amount_pence", FACT),
            ("status", FACT),
            ("opened_at", FACT),
            ("ended_at", FACT),
        ],
    ),
    table("frozen", &[("dispute_id", FACT), ("earning", FACT), ("amount_pence", FACT)]),
    table(
        "clearing",
        &[
            ("reference", FACT),
            ("booking_id", FACT),
            ("master_id", FACT),
            ("amount_pence", FACT),
            ("clears_at", FACT),
            ("cleared_at", FACT),
            ("used_pence", FACT),
        ],
    ),
    table(
        "ledger_transactions",
        &[("reference", FACT), ("kind", FACT), ("booking_id", FACT), ("payment_id", FACT), ("at", FACT)],
    ),
    table("ledger_entries", Entry::KEPT),
    table(
        "pro_balances",
        &[
            ("master_id", FACT),
            ("available_pence", FACT),
            ("clearing_pence", FACT),
            ("in_transit_pence", FACT),
            ("frozen_pence", FACT),
        ],
    ),
    table("payouts", Payout::KEPT).and(&[("late_told_at", FACT)]),
    table("payout_transfers", Transfer::KEPT),
    table("transfer_reversals", Reversal::KEPT),
    table("payout_accounts", PayoutAccount::KEPT).pro(Of::Deleted("master_id = $1")),
    table("debt_payments", DebtPayment::KEPT).pro(Of::Emptied("master_id = $1")),
    table("fee_invoices", FeeInvoice::KEPT),
    table("invoiced_months", &[("month", FACT), ("done_at", FACT)]),
    // Who sold what is taken out of receipts by whoever seals them.
    table("receipts", IssuedReceipt::KEPT),
    table("sealed_receipts", SealedReceipt::KEPT).rows(Rows::After("keep_until", 0)),
    table("number_series", &[("series", FACT), ("last", FACT)]),
    table("tax_details", &[("master_id", FACT), ("sealed", OWN.not_copied()), ("given_at", FACT), ("updated_at", FACT)]),
    table(
        "money_holds",
        &[("found", FACT), ("since", FACT), ("found_at", FACT), ("checked_at", FACT), ("released_at", FACT)],
    ),
    table("provider_events", &[("provider", FACT), ("event_id", FACT), ("at", FACT)]).rows(Rows::After("at", EVENTS)),
    // Coupons: how often one was used stays; the service takes the person out of it.
    table("coupons", CouponRow::KEPT),
    table("coupon_totals", &[("code", FACT), ("used", FACT)]),
    table(
        "coupon_uses",
        &[("code", FACT), ("person", OWN.not_copied()), ("nth", FACT), ("booking_id", FACT), ("at", FACT)],
    ),
    table(
        "personal_coupons",
        &[("code", OWN), ("client_id", FACT), ("nth", FACT), ("amount_pence", FACT), ("granted_at", FACT)],
    )
    .client(Of::Deleted("client_id = $1")),
    // Price books, written by operators.
    table("price_books", &[("version", FACT), ("body", FACT), ("created_at", FACT)]),
    table("price_activations", Activation::KEPT),
    table("price_drafts", PriceDraft::KEPT),
    // What serves only a person.
    table(
        "notifications",
        &[("client_id", FACT), ("seq", FACT), ("booking_id", OWN), ("type", FACT), ("at", FACT)],
    )
    .client(Of::Deleted("client_id = $1"))
    .rows(Rows::After("at", RESUMED)),
    table("push_subscriptions", PushSubscription::KEPT)
        .client(Of::Deleted("person_id in (select $1 union select made_by from bookings where client_id = $1)"))
        .pro(Of::Deleted("person_id = $1")),
    table(
        "message_choices",
        &[("person_id", FACT), ("choice", OWN), ("is_on", FACT), ("changed_at", FACT)],
    )
    .client(Of::Deleted("person_id = $1"))
    .pro(Of::Deleted("person_id = $1")),
    table(
        "idempotency_keys",
        &[
            ("principal", FACT),
            ("key", FACT),
            ("request_hash", SECRET),
            ("status", FACT),
            ("body", OWN.not_copied()),
            ("created_at", FACT),
        ],
    )
    .client(Of::Deleted("principal in (select $1 union select made_by from bookings where client_id = $1)"))
    .pro(Of::Deleted("principal = $1"))
    .rows(Rows::After("created_at", idempotency::LIFE)),
    table("support_messages", SupportMessage::KEPT)
        .client(Of::Deleted(PROVED))
        .pro(Of::Deleted(PROVED))
        .rows(Rows::Swept("ended_at", YEAR)),
    table("training", &[("master_id", FACT), ("module_id", OWN), ("completed_at", FACT)])
        .pro(Of::Deleted("master_id = $1")),
    table(
        "master_positions",
        &[("master_id", FACT), ("lat", OWN.not_copied()), ("lng", OWN.not_copied()), ("at", FACT), ("accuracy", FACT)],
    )
    .pro(Of::Deleted("master_id = $1"))
    .rows(Rows::After("at", DAY)),
    table(
        "master_events",
        &[("master_id", FACT), ("seq", FACT), ("kind", FACT), ("booking_id", FACT), ("at", FACT)],
    )
    .pro(Of::Deleted("master_id = $1"))
    .rows(Rows::After("at", RESUMED)),
    table("diaries", DiaryRow::KEPT).pro(Of::Deleted("master_id = $1")),
    table("times_away", TimeAwayRow::KEPT).pro(Of::Deleted("master_id = $1")),
    table("blocked_clients", BlockedClientRow::KEPT).pro(Of::Deleted("master_id = $1")),
    table("calendar_links", CalendarLink::KEPT).pro(Of::Deleted("master_id = $1")),
    table("suspensions", Suspension::KEPT)
        .pro(Of::Emptied("master_id = $1"))
        .since("ended_at", "words <> ''"),
    // Files go when nothing names them.
    table("master_documents", MasterDocument::KEPT).pro(Of::Deleted("master_id = $1")),
    table("uploads", Upload::KEPT).and(&[("doomed", FACT)]),
    table("loose_files", &[("id", FACT), ("delete_at", FACT)]),
    table("texts_sent", &[("hour", FACT), ("texts", FACT)]),
    // Bookings, and who people are.
    table("bookings", Booking::KEPT)
        .and(&[("late_cancelled_at", FACT), ("emptied", FACT)])
        .of_booking("id")
        .client(Of::Emptied("client_id = $1"))
        .pro(Of::Emptied("assigned_master_id = $1")),
    table("booking_holds", &[("booking_id", FACT), ("operator_id", FACT), ("held_at", FACT)]),
    table("booking_gates", &[("key", SECRET), ("passed", FACT)]),
    table("slot_places", &[("area", FACT), ("slot_start", FACT), ("slot_end", FACT), ("taken", FACT)]),
    table("jobs", NewJob::KEPT).and(&[
        ("attempts", FACT),
        ("leased_until", FACT),
        ("done_at", FACT),
        ("last_error", FACT),
        ("dead_at", FACT),
    ])
    .rows(Rows::After("done_at", 7 * DAY)),
    table(
        "clients",
        &[
            ("id", FACT),
            ("is_guest", FACT),
            ("email", client("null")),
            ("phone", client("null")),
            ("name", client("null")),
            ("address_line", client("null")),
            ("city", client("null")),
            ("postcode", client("null")),
            ("created_at", FACT),
            ("marketing_consent_at", client("null")),
            ("ended_at", FACT),
            ("notified", FACT),
            ("looked_at", FACT),
        ],
    )
    .client(Of::Emptied(THEIRS)),
    table("masters", Master::KEPT)
        .and(&[("notified", FACT), ("seen_at", FACT)])
        .pro(Of::Emptied("id = $1")),
    table(
        "identifiers",
        &[("role", FACT), ("value", OWN), ("account_id", FACT), ("verified_at", FACT)],
    )
    .client(Of::Deleted("account_id = $1"))
    .pro(Of::Deleted("account_id = $1")),
    table("erased_identifiers", &[("hash", SECRET), ("erased_at", FACT)]).rows(Rows::After("erased_at", erased_identifiers::KEEP)),
    table("passwords", Password::KEPT),
    table("passkeys", Passkey::KEPT).pro(Of::Deleted("holder = 'pro' and owner_id = $1")),
    table("passkey_ceremonies", Ceremony::KEPT).rows(Rows::After("expires_at", 0)),
    table("sessions", Start::KEPT)
        .and(&[("ended_at", FACT)])
        .rows(Rows::After("expires_at", 30 * DAY)),
    table(
        "login_codes",
        &[("role", FACT), ("identifier", OWN.not_copied()), ("mac", SECRET), ("tries", FACT), ("expires_at", FACT)],
    )
    .rows(Rows::After("expires_at", 0)),
    table(
        "known_codes",
        &[("role", FACT), ("identifier", OWN.not_copied()), ("mac", SECRET), ("tries", FACT), ("expires_at", FACT)],
    )
    .rows(Rows::After("expires_at", 0)),
    table(
        "wrong_codes",
        &[("role", FACT), ("identifier", OWN.not_copied()), ("began_at", FACT), ("tries", FACT)],
    )
    .rows(Rows::After("began_at", HOUR)),
    table(
        "known_wrong_codes",
        &[("role", FACT), ("identifier", OWN.not_copied()), ("began_at", FACT), ("tries", FACT)],
    )
    .rows(Rows::After("began_at", HOUR)),
    table("device_generations", &[("account_id", FACT), ("generation", FACT)])
        .client(Of::Deleted("account_id = $1"))
        .pro(Of::Deleted("account_id = $1")),
    table("tickets", Ticket::KEPT).rows(Rows::After("expires_at", 0)),
    table("demo_pros", DemoPro::KEPT),
    // Operators, and what they do.
    table("operators", Operator::KEPT),
    table("operator_sessions", OperatorSession::KEPT).rows(Rows::After("expires_at", DRAFT_LIFE)),
    table("operator_recovery_codes", &[("operator_id", FACT), ("hash", SECRET), ("used_at", FACT)]),
    table("console_drafts", Draft::KEPT).rows(Rows::After("expires_at", 0)),
    table("audit_head", &[("id", FACT), ("seq", FACT), ("hash", FACT)]),
    table(
        "audit_log",
        &[
            ("seq", FACT),
            ("at", FACT),
            ("operator_id", FACT),
            ("operator_email", OWN.not_copied()),
            ("act", FACT),
            ("subject_kind", FACT),
            ("subject_id", FACT),
            ("before", FACT),
            ("after", FACT),
            // Empty: the words stand apart.
            ("reason", FACT),
            ("words_mac", FACT),
            ("form", FACT),
            ("previous_hash", FACT),
            ("hash", FACT),
        ],
    ),
    // The sandbox, which stands in for the payment provider.
    table("sandbox_accounts", &[("id", FACT), ("master_id", FACT), ("kind", FACT), ("changes", FACT)]),
    table(
        "sandbox_intents",
        &[
            ("id", FACT),
            ("idempotency_key", FACT),
            ("client_secret", SECRET),
            ("status", FACT),
            ("amount_pence", FACT),
            ("captured_pence", FACT),
            ("refunded_pence", FACT),
            ("currency", FACT),
            ("booking_id", FACT),
            ("quote_id", FACT),
            ("created_at", FACT),
            ("refuses_capture", FACT),
            ("returns_refunds", FACT),
            ("saved_card", FACT),
            ("asks_first", FACT),
            ("capture_before", FACT),
            ("card_fingerprint", FACT),
        ],
    ),
    table(
        "sandbox_refunds",
        &[
            ("id", FACT),
            ("intent_id", FACT),
            ("amount_pence", FACT),
            ("reference", FACT),
            ("attempt", FACT),
            ("is_returned", FACT),
            ("created_at", FACT),
        ],
    ),
    table(
        "sandbox_chargebacks",
        &[("id", FACT), ("intent_id", FACT), ("amount_pence", FACT), ("status", FACT), ("created_at", FACT)],
    ),
    table(
        "sandbox_transfers",
        &[
            ("reference", FACT),
            ("account_id", FACT),
            ("amount_pence", FACT),
            ("intent_id", FACT),
            ("in_group", FACT),
            ("created_at", FACT),
        ],
    ),
    table("sandbox_reversals", &[("reference", FACT), ("transfer", FACT), ("amount_pence", FACT)]),
    table("write_probe", &[("id", FACT), ("at", FACT)]),
];

/// The client, and the guests that had one of the client's proved emails or phones or made the client's bookings.
const THEIRS: &str = "id in (select $1
     union select guests.id from bookings join clients guests on guests.id = bookings.made_by
       where bookings.client_id = $1 and guests.is_guest = 1
     union select guests.id from identifiers join clients guests on guests.email = identifiers.value
       where account_id = $1 and verified_at is not null and guests.is_guest = 1
     union select guests.id from identifiers join clients guests on guests.phone = identifiers.value
       where account_id = $1 and verified_at is not null and guests.is_guest = 1)";
