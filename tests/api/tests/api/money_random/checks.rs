//! What holds after every step: the books say what payments, refunds, chargebacks, disputes and payouts say, and nothing is paid twice.

use api_tests::TestApp;

use super::report;
use crate::earnings::balances_agree;

/// What each booking's accounts and rows say, side by side, in pence: columns of the ledger, then those of the other tables. A debit is
/// above zero in `cash`, `holds`, `disputed`, `promotions`, `goodwill`, `costs` and `bad_debts`, a credit in the others.
pub(super) const BOOKINGS: &str = "with posted as (
    select happened.booking_id as id,
      sum(case when account = 'provider:cash' then amount_pence else 0 end) as cash,
      sum(case when account = 'provider:holds' then amount_pence else 0 end) as holds,
      sum(case when account = 'provider:disputed' then amount_pence else 0 end) as disputed,
      sum(case when account = 'platform:promotions' then amount_pence else 0 end) as promotions,
      sum(case when account = 'platform:goodwill' then amount_pence else 0 end) as goodwill,
      sum(case when account = 'platform:costs' then amount_pence else 0 end) as costs,
      sum(case when account = 'platform:bad_debts' then amount_pence else 0 end) as bad_debts,
      sum(case when account like 'pro:%' then -amount_pence else 0 end) as pro,
      sum(case when account in ('platform:fees', 'platform:vat') then -amount_pence else 0 end) as fees,
      sum(case when account like 'client:%' then -amount_pence else 0 end) as client
    from ledger_entries join ledger_transactions happened on happened.reference = ledger_entries.reference
    where happened.booking_id is not null group by happened.booking_id),
  charged as (
    select booking_id as id, sum(captured_pence) as captured,
      sum(case when status = 'requires_capture' then amount_pence else 0 end) as held
    from payments group by booking_id),
  given as (
    select payments.booking_id as id, sum(refunds.amount_pence) as refunded
    from refunds join payments on payments.id = refunds.payment_id where refunds.status = 'done' group by payments.booking_id),
  banks as (
    select payments.booking_id as id, 2000 * count(*) as charges,
      sum(case when chargebacks.status = 'lost' then chargebacks.amount_pence else 0 end) as lost,
      sum(case when chargebacks.status = 'open' then chargebacks.amount_pence else 0 end) as open
    from chargebacks join payments on payments.id = chargebacks.payment_id group by payments.booking_id),
  verdicts as (
    select booking_id as id, sum(case when borne_by = 'pro' then coalesce(pence, 0) else 0 end) as taken,
      sum(case when borne_by = 'callout' then coalesce(pence, 0) else 0 end) as given_away, sum(good) as made_good
    from (select booking_id, borne_by, refund_pence as pence, 0 as good from disputes where status = 'decided'
      union all select booking_id, appeal_borne_by, appeal_refund_pence, coalesce(appeal_made_good_pence, 0) from disputes
        where appeal_decided_at is not null
      union all select booking_id, borne_by, pence, 0 from given_back
      union all select booking_id, 'callout', amount_pence, 0 from ledger_transactions happened
        join ledger_entries on ledger_entries.reference = happened.reference and account = 'platform:goodwill'
        where happened.reference like 'goodwill:re!_%' escape '!' or happened.reference like 'goodwill:elsewhere:%') as decided group by booking_id),
  visits as (select booking_id as id, sum(amount_pence) as visits from missed_visits where verdict = 'overturned' group by booking_id),
  cleared as (select booking_id as id, sum(amount_pence) as earnings from clearing group by booking_id),
  facts as (
    select bookings.id, bookings.status, payment_method as method, amount_pence as price, discount_pence as coupon,
      coalesce(cash, 0) as cash, coalesce(holds, 0) as holds, coalesce(disputed, 0) as disputed,
      coalesce(promotions, 0) as promotions, coalesce(goodwill, 0) as goodwill, coalesce(costs, 0) as costs,
      coalesce(bad_debts, 0) as bad_debts, coalesce(pro, 0) as pro, coalesce(fees, 0) as fees, coalesce(client, 0) as client,
      coalesce(captured, 0) as captured, coalesce(held, 0) as held, coalesce(refunded, 0) as refunded,
      coalesce(charges, 0) as charges, coalesce(lost, 0) as lost, coalesce(open, 0) as open,
      coalesce(taken, 0) as taken, coalesce(made_good, 0) as made_good, coalesce(given_away, 0) + coalesce(made_good, 0) + coalesce(visits, 0) as given_away,
      coalesce(earnings, 0) as earnings, coalesce(waived_pence, 0) as waived, payment_due_until,
      coalesce(pro, 0) + coalesce(fees, 0) - coalesce(promotions, 0) + coalesce(taken, 0) - coalesce(waived_pence, 0)
        - coalesce(made_good, 0) - coalesce(visits, 0) as earned
    from bookings left join posted on posted.id = bookings.id left join charged on charged.id = bookings.id
      left join given on given.id = bookings.id left join banks on banks.id = bookings.id
      left join verdicts on verdicts.id = bookings.id left join visits on visits.id = bookings.id left join cleared on cleared.id = bookings.id
      left join unpaid_jobs on unpaid_jobs.booking_id = bookings.id)";

/// What is wrong about a booking, and since when in words.
const WRONG: [(&str, &str); 11] = [
    (
        "captured + promotions + goodwill + costs + bad_debts + held <> refunded + lost + charges + pro + fees + client",
        "what came in is not what went out, was earned and is held (section 26)",
    ),
    (
        "cash <> captured - refunded - lost - open - charges",
        "its cash is not what was charged less what went back",
    ),
    ("holds <> held", "its holds are not those of its payments"),
    (
        "disputed <> open",
        "what banks have is not what they have taken back",
    ),
    (
        "goodwill <> given_away",
        "what was given away is not what was decided",
    ),
    (
        "bad_debts <> waived",
        "what was written off is not what was waived",
    ),
    (
        "costs < charges or costs - charges > lost",
        "the platform bears what nobody has lost",
    ),
    (
        "status = 'completed' and earned <> case when method = 'card' then price else 0 end",
        "a job that is done has not earned its price",
    ),
    (
        "status <> 'completed' and (earned < 0 or earned > price or promotions <> 0)",
        "a job that is not done has earned more than its price, or its coupon",
    ),
    (
        "status = 'completed' and taken = 0 and (abs(fees * 10000 - (price + coupon) * 1500) > 5000 or promotions <> coupon)",
        "the fee is not 15% of the price before the coupon",
    ),
    (
        "status = 'completed' and method = 'card' and earnings <> price + coupon - fees and taken = 0",
        "what clears is not the price less the fee",
    ),
];

/// A condition on a row of `clearing`: a bank has a payment of its booking, and the job can lose more than is frozen. Being used less than its
/// amount is not enough: a refund does not reduce a row that is frozen for another job's dispute, but leaves the pro a debt, which is paid when
/// that dispute is decided.
macro_rules! bank_wants_more {
    () => {
        "clearing.booking_id in (select booking_id from payments join chargebacks on payment_id = payments.id
             where chargebacks.status = 'open')
           and (select coalesce(-sum(entries.amount_pence), 0) from ledger_entries entries
                join ledger_transactions happened on happened.reference = entries.reference
                where happened.booking_id = clearing.booking_id and entries.account like 'pro:%'
                  and happened.kind not in ('written_off', 'missed_visit', 'made_good'))
             > (select coalesce(sum(frozen.amount_pence), 0) from frozen join disputes on disputes.id = frozen.dispute_id
                where disputes.status = 'open' and (disputes.booking_id = clearing.booking_id
                  or frozen.earning in (select own.reference from clearing own where own.booking_id = clearing.booking_id)))"
    };
}

/// What must not be, whatever the booking.
const NONE: [(&str, &str); 20] = [
    ("pro_balances where in_transit_pence < 0 or clearing_pence < 0 or frozen_pence < 0", "less than nothing is in an account"),
    ("clearing where used_pence < 0 or used_pence > amount_pence", "an earning is used twice"),
    (
        "clearing where amount_pence < (select coalesce(sum(amount_pence), 0) from payout_transfers
           where earning = clearing.reference and status <> 'failed')",
        "an earning is paid out twice",
    ),
    (
        "clearing where amount_pence < (select coalesce(sum(sandbox_transfers.amount_pence), 0) from sandbox_transfers
           where sandbox_transfers.in_group = clearing.reference)",
        "the provider has sent an earning twice",
    ),
    ("payouts where sent_pence > amount_pence", "more was sent than was asked for"),
    (
        "(select master_id from payouts where status in ('pending', 'review', 'held') group by master_id having count(*) > 1) as two",
        "two payouts are open",
    ),
    (
        "payouts where amount_pence <> (select sum(amount_pence) from payout_transfers where payout_id = payouts.id)",
        "a payout is not its transfers",
    ),
    (
        "payouts where sent_pence <> (select coalesce(sum(amount_pence), 0) from payout_transfers
           where payout_id = payouts.id and status = 'sent')",
        "what a payout has sent is not what its transfers have",
    ),
    (
        "payout_transfers where status = 'sent' and not exists (select 1 from sandbox_transfers
           where sandbox_transfers.reference = payout_transfers.named
             and sandbox_transfers.amount_pence = payout_transfers.amount_pence)",
        "what was sent was not sent by the provider",
    ),
    (
        "sandbox_transfers where not exists (select 1 from payout_transfers
           where payout_transfers.named = sandbox_transfers.reference and payout_transfers.status <> 'failed')",
        "the provider has sent what is the pro's again",
    ),
    // What the provider was asked to send before may come back when later earnings answer for it.
    (
        concat!(
            "clearing where used_pence < amount_pence and ",
            bank_wants_more!(),
            " and not exists (select 1 from payout_transfers where earning = clearing.reference and begun_at is not null)"
        ),
        "a bank has the payment, and what it earned clears or is available",
    ),
    (
        concat!(
            "payout_transfers join clearing on clearing.reference = earning
             where payout_transfers.status = 'pending' and begun_at is null and ",
            bank_wants_more!()
        ),
        "a bank has the payment, and what it earned is about to be paid",
    ),
    (
        "payout_transfers where amount_pence < (select coalesce(sum(amount_pence), 0) from transfer_reversals
           where transfer = payout_transfers.reference and status in ('asked', 'done'))",
        "more is taken back of a transfer than it has sent",
    ),
    ("transfer_reversals where amount_pence > wanted_pence", "more is taken back than was decided"),
    (
        "transfer_reversals where status = 'done' and not exists (select 1 from sandbox_reversals
           where sandbox_reversals.reference = transfer_reversals.reference
             and sandbox_reversals.amount_pence = transfer_reversals.amount_pence)",
        "what came back was not taken back by the provider",
    ),
    (
        "sandbox_reversals left join transfer_reversals on transfer_reversals.reference = sandbox_reversals.reference
         where status is null or status not in ('asked', 'done')",
        "the provider has taken back what the pro still owes",
    ),
    // Until we hear that a refund has come back, or that a payment stands, our books show more going back than the provider gives.
    (
        "payments where disputed_pence + (select coalesce(sum(amount_pence), 0) from refunds
           where payment_id = payments.id and status = 'done' and not exists (select 1 from sandbox_refunds
             where sandbox_refunds.reference = refunds.reference and attempt = retries and is_returned = 1))
           > captured_pence + (select coalesce(sum(chargebacks.amount_pence), 0) from chargebacks
             join sandbox_chargebacks theirs on theirs.id = chargebacks.id
             where payment_id = payments.id and chargebacks.status = 'open' and theirs.status = 'won')",
        "more is given back than was charged",
    ),
    (
        "payments where refused_pence <> (select coalesce(sum(amount_pence), 0) from refunds where payment_id = payments.id and status = 'refused')",
        "the refused refunds of a payment are not what it says",
    ),
    (
        "payments where refunded_pence <> (select coalesce(sum(amount_pence), 0) from refunds
           where payment_id = payments.id and status in ('pending', 'done'))",
        "what is given back is not the refunds",
    ),
    (
        "(select debt_payments.id from debt_payments
           left join ledger_entries entry on entry.reference = 'debt_paid:' || debt_payments.id and entry.account = 'provider:cash'
           where (paid_at is null) <> (entry.amount_pence is null) or entry.amount_pence <> debt_payments.amount_pence) as wrong",
        "a debt is paid that was not charged, or the other way round",
    ),
];

/// Sums that are the same: of a column and rows each.
const SAME: [([&str; 2], [&str; 2], &str); 5] = [
    (
        ["frozen_pence", "pro_balances"],
        [
            "amount_pence",
            "frozen join disputes on disputes.id = dispute_id where status = 'open'",
        ],
        "what is frozen is what open disputes have frozen",
    ),
    (
        ["in_transit_pence", "pro_balances"],
        ["amount_pence", "payout_transfers where status = 'pending'"],
        "what is on its way is what is still to be sent",
    ),
    (
        [
            "-amount_pence",
            "ledger_entries where reference like 'reversed:%' and account like 'pro:%'",
        ],
        ["amount_pence", "transfer_reversals where status = 'done'"],
        "what has come back of payouts is the pros' again",
    ),
    (
        [
            "debt_payments.amount_pence",
            "debt_payments where paid_at is not null",
        ],
        [
            "captured_pence",
            "sandbox_intents join debt_payments on intent_id = sandbox_intents.id where paid_at is not null",
        ],
        "what pros have paid of their debts was charged",
    ),
    (
        ["-amount_pence", "ledger_entries where account = 'platform:vat'"],
        [
            "case when kind = 'invoice' then vat_pence else -vat_pence end",
            "fee_invoices",
        ],
        "the VAT is that of the invoices",
    ),
];

/// What must hold after every step. One reading looks for anything that is wrong; only then each is looked at by itself.
pub(super) async fn check(app: &TestApp, told: &str) {
    let wrong: Vec<&str> = WRONG.iter().map(|(wrong, _)| *wrong).collect();
    none_wrong(app, &wrong, told).await;
    let nothing: Vec<String> = NONE
        .iter()
        .map(|(rows, _)| format!("(select count(*) from {rows})"))
        .collect();
    if app.count(&format!("select {}", nothing.join(" + "))).await > 0 {
        for (rows, wrong) in NONE {
            if app.count(&format!("select count(*) from {rows}")).await > 0 {
                panic!("{told}: {wrong}\n{}", report::rows(app, rows).await);
            }
        }
    }
    for (one, other, same) in SAME {
        let sum = async |[column, rows]: [&str; 2]| {
            let sql = format!("select cast(coalesce(sum({column}), 0) as bigint) from {rows}");
            app.count(&sql).await
        };
        assert_eq!(sum(one).await, sum(other).await, "{told}: {same}");
    }
    balances_agree(app).await;
}

/// What must hold when everything has come to its end.
pub(super) async fn check_end(app: &TestApp, told: &str) {
    check(app, told).await;
    for (rows, wrong) in [
        ("jobs where dead_at is not null", "a job was given up"),
        ("jobs where done_at is null and pool = 'money' and attempts > 0", "a job never ends"),
        ("refunds where status = 'pending'", "a refund is never made"),
        ("payout_transfers join payouts on payouts.id = payout_id where payout_transfers.status = 'pending' and payouts.status in ('sent', 'failed')",
            "a payout has ended, but not its transfers"),
        ("transfer_reversals where status in ('waiting', 'asked')", "a reversal never ends"),
        ("payments join sandbox_intents theirs on theirs.id = payments.id where payments.captured_pence <> theirs.captured_pence
            or (payments.status = 'requires_capture') <> (theirs.status = 'requires_capture')", "the provider has another state"),
        ("sandbox_refunds left join refunds on refunds.reference = sandbox_refunds.reference and refunds.retries = attempt
            where is_returned = 0 and intent_id in (select id from payments) and (refunds.status is null or refunds.status <> 'done' or refunds.amount_pence <> sandbox_refunds.amount_pence)",
            "the provider has made another refund"),
        ("(select id, intent_id, case when status = 'won' then 0 else amount_pence end as pence from sandbox_chargebacks
             union all select id, intent_id, case when is_returned = 1 then 0 else amount_pence end from sandbox_refunds) as gone
            join debt_payments on debt_payments.intent_id = gone.intent_id
            where gone.pence <> (select coalesce(sum(amount_pence), 0) from ledger_entries
              where account like 'pro:%' and reference in ('debt_returned:' || gone.id, 'debt_restored:' || gone.id))",
            "a pro owes not what went back to their card"),
        ("refunds left join sandbox_refunds on sandbox_refunds.reference = refunds.reference and attempt = retries and is_returned = 0
            where refunds.status = 'done' and sandbox_refunds.id is null", "the provider has not made a refund"),
    ] {
        assert_eq!(app.count(&format!("select count(*) from {rows}")).await, 0, "{told}: {wrong}");
    }
    // Where a bank has taken money back before it was earned, or the client still owes some, nobody else bears that.
    let left = "status in ('completed', 'cancelled') and payment_due_until is null and charges = 0 and (client <> 0 or held <> 0)";
    none_wrong(app, &[left], told).await;
}

/// No booking of which one of these holds.
async fn none_wrong(app: &TestApp, wrong: &[&str], told: &str) {
    let any = wrong
        .iter()
        .map(|wrong| format!("({wrong})"))
        .collect::<Vec<_>>()
        .join(" or ");
    let Some(id) = app
        .text(&format!("{BOOKINGS} select id from facts where {any} limit 1"))
        .await
    else {
        return;
    };
    let mut what = Vec::new();
    for wrong in wrong {
        if app
            .count(&format!(
                "{BOOKINGS} select count(*) from facts where id = '{id}' and ({wrong})"
            ))
            .await
            > 0
        {
            let words = WRONG.iter().find(|(known, _)| known == wrong);
            what.push(words.map_or(*wrong, |(_, words)| words));
        }
    }
    panic!("{told}: {what:?}: {}", report::booking(app, &id).await);
}
