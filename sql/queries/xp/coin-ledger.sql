-- name: add_all :exec
insert into coin_ledger (
  company_id, employee_number, entry, amount, reason, source, recorded_at, once_key, actor, total
)
select
  :companyId, employeeNumber, entry, amount, reason, nullif(source, given.actor), recordedAt, idempotencyKey,
  (select number from award_actors a where a.company_id = :companyId and a.actor = given.actor), total
from rows(:entries) given;

-- name: list_by_idempotency_keys :many
select
  l.once_key as idempotencyKey, l.employee_number as employeeNumber, l.amount, l.reason, l.recorded_at as at, l.recorded_at as recordedAt
from json_each(:idempotencyKeys) k cross join coin_ledger l
where l.company_id = :companyId and l.once_key = k.value;

-- name: list_newest :many
select entry, amount, reason, {{source_of_entry}} as source, recorded_at as recordedAt
from coin_ledger l
where company_id = :companyId and employee_number = :employeeNumber and entry < :before
order by entry desc
limit :count;

-- name: sum_before :one
select coalesce(sum(amount), 0) as coins
from coin_ledger
where company_id = :companyId and employee_number = :employeeNumber and entry < :before;

-- name: find_state :one
-- scans coin_ledger: all that is kept is counted for the command line.
select count(*) as count, min(recorded_at) as oldestAt from coin_ledger;
