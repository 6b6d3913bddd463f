-- name: add :exec
insert into xp_ledger (
  company_id, employee_number, entry, amount, reason, source, counts_at, recorded_at, once_key
)
values (
  :companyId, :employeeNumber, :entry, :amount, :reason, :source, :countsAt, :now, :onceKey
);

-- name: find_once :one
select employee_number as employeeNumber, amount, reason, counts_at as at
from xp_ledger
where company_id = :companyId and once_key = :onceKey;
