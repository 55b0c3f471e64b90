-- What of a payment is promised to its client by refunds that the provider refused, and that are to be tried again.
alter table payments add column refused_pence bigint not null default 0;
update payments set refused_pence = (select coalesce(sum(amount_pence), 0) from refunds where payment_id = payments.id and status = 'refused');
