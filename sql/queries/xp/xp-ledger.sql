-- name: add_all :exec
insert into xp_ledger (
  company_id, employee_number, entry, amount, reason, source, counts_at, recorded_at, once_key, actor, total, badges
)
select
  :companyId, employeeNumber, entry, amount, reason, nullif(source, given.actor), countsAt, recordedAt, idempotencyKey,
  (select number from award_actors a where a.company_id = :companyId and a.actor = given.actor), total, badges
from rows(:entries) given;

-- name: list_by_idempotency_keys :many
select
  l.once_key as idempotencyKey, l.employee_number as employeeNumber, l.amount, l.reason, l.counts_at as at, l.recorded_at as recordedAt
from json_each(:idempotencyKeys) k cross join xp_ledger l
where l.company_id = :companyId and l.once_key = k.value;

-- name: list_json :many
-- The page first, so that JSON is made of its rows alone.
with page as materialized (
  select counts_at, entry, amount, reason, recorded_at
  from xp_ledger
  where company_id = :companyId and employee_number = :employeeNumber
    and (counts_at, entry) < (:countsAt, :entry)
  order by counts_at desc, entry desc
  limit :count
)
select
  counts_at as countsAt, entry,
  json_object(
    'amount', amount,
    'reason', reason,
    'counts_at', iso_time(counts_at),
    'recorded_at', iso_time(recorded_at)
  ) as json
from page
order by counts_at desc, entry desc;

-- name: find_state :one
-- scans xp_ledger: all that is kept is counted for the command line.
select count(*) as count, min(recorded_at) as oldestAt from xp_ledger;
