-- The coupons that there are; those of the built-in price book are put in at start. They are ended, never deleted.
create table coupons (
    -- capitals and digits
    code text primary key,
    -- what it gives, for clients
    description text not null,
    -- one of the two: an amount, or a share in basis points
    discount_pence bigint,
    discount_bps bigint,
    -- takes off no more than this
    cap_pence bigint,
    minimum_order_pence bigint,
    -- 1: for a person's first booking alone
    first_booking_only bigint not null,
    per_person_limit bigint not null,
    -- uses by everybody together; null for no limit
    total_limit bigint,
    -- 1: in the price book that browsers get, so that they can price with it
    is_listed bigint not null,
    starts_at bigint not null,
    -- null while no end is planned
    ends_at bigint,
    created_at bigint not null
);
