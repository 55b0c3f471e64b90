-- A first password that was given before 0074 has no end, and could not be given anew. It ends now, unless its operator has set up a second
-- factor, or once had one: then the password is their own.
update operators set first_password_until = 0
where first_password_until is null and factor_secret is null and ended_at is null
  and not exists (select 1 from operator_recovery_codes where operator_recovery_codes.operator_id = operators.id)
  and not exists (
    select 1 from audit_log
    where audit_log.subject_kind = 'operator' and audit_log.subject_id = operators.id and audit_log.act in ('factor_set', 'factor_reset')
  );
