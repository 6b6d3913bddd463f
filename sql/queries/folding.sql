-- A migration uses these statements: they know only columns that its schema has.

-- name: list_with :many
-- scans employees, scans portal_accounts, sorts: a migration reads every name once.
-- What is on record in a folded form, where the text has one of these characters.
with written (kind, companyId, entry, id, text) as (
  select 'company', company_id, 0, id, name from companies
  union all
  select 'contest', company_id, entry, id, name from contests
  union all
  select 'department', company_id, number, id, name from departments
  union all
  select 'employee', company_id, number, id, email from employees
  union all
  select 'account', company_id, entry, id, email from portal_accounts where email is not null
)
select kind, companyId, entry, id, text
from written
where exists (select 1 from json_each(:characters) one where instr(written.text, one.value) > 0)
order by companyId, kind, entry;

-- name: set_company :exec
update companies set name_key = :key where company_id = :companyId and :entry = 0;

-- name: set_contest :exec
update contests set name_key = :key where company_id = :companyId and entry = :entry;

-- name: set_department :exec
update departments set name_key = :key where company_id = :companyId and number = :entry;

-- name: set_employee :exec
update employees set email_key = :key where company_id = :companyId and number = :entry;

-- name: set_account :exec
update portal_accounts set email_key = :key where company_id = :companyId and entry = :entry;
