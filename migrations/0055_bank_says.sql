-- What a client's bank did that ended a dispute: took_over for one of the client's own, won or lost for the bank's; null for what an
-- operator decided.
alter table disputes add column bank_says text;
update disputes set bank_says = case when verdict = 'The bank has decided that the payment stands.' then 'won' else 'lost' end
where origin = 'bank' and status = 'decided';
update disputes set bank_says = 'took_over'
where origin = 'client' and verdict = 'Your bank has taken the payment back, and now decides.' and decided_by is null;
