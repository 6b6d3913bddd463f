-- A person who was erased keeps their number, so that totals and runs stay complete, and nothing else.
alter table employees add column erased_at integer check (
  erased_at is null
  or (
    external_id is null and account_name is null and job_title is null and department_number is null
    and is_admin = 0 and portal_role is null and deactivated_at is not null and deactivation_reason is null
  )
);

-- The last erasure whose values unused parts of the file may still hold; null once the file was rewritten.
alter table deployment add column remnants_at integer;

-- The entries of an erased person lose their text. Nothing else about an entry ever changes.
drop trigger xp_ledger_is_never_rewritten;

create trigger xp_ledger_is_never_rewritten before update on xp_ledger
when not (
  new.reason is null and new.once_key is null
  and (new.company_id, new.employee_number, new.entry, new.amount, new.source, new.counts_at, new.recorded_at)
    is (old.company_id, old.employee_number, old.entry, old.amount, old.source, old.counts_at, old.recorded_at)
  and exists (
    select 1 from employees
    where company_id = old.company_id and number = old.employee_number and erased_at is not null
  )
)
begin
  select raise(abort, 'ledger entries are never changed');
end;

drop trigger coin_ledger_is_never_rewritten;

create trigger coin_ledger_is_never_rewritten before update on coin_ledger
when not (
  new.reason is null and new.once_key is null
  and (new.company_id, new.employee_number, new.entry, new.amount, new.source, new.recorded_at)
    is (old.company_id, old.employee_number, old.entry, old.amount, old.source, old.recorded_at)
  and exists (
    select 1 from employees
    where company_id = old.company_id and number = old.employee_number and erased_at is not null
  )
)
begin
  select raise(abort, 'ledger entries are never changed');
end;
