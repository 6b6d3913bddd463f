-- name: list_entries :many
select
  counts_at as countsAt, recorded_at as recordedAt, amount, reason, {{source_of_entry}} as source, once_key as idempotencyKey,
  sum(amount) over (order by counts_at, entry) as sum
from xp_ledger l
where company_id = :companyId and employee_number = :employeeNumber
  and counts_at >= :from and counts_at < :until
order by counts_at, entry;

-- name: list_newest :many
select counts_at as countsAt, recorded_at as recordedAt, amount, reason, {{source_of_entry}} as source
from xp_ledger l
where company_id = :companyId and employee_number = :employeeNumber
  and counts_at >= :from and counts_at < :until
order by counts_at desc, entry desc
limit :count;

-- name: list_before :many
select
  counts_at as countsAt, recorded_at as recordedAt, amount, reason, {{source_of_entry}} as source, entry
from xp_ledger l
where company_id = :companyId and employee_number = :employeeNumber
  and (counts_at, entry) < (:countsAt, :entry)
order by counts_at desc, entry desc
limit :count;

-- name: sum :one
select count(*) as entries, coalesce(sum(amount), 0) as xp
from xp_ledger
where company_id = :companyId and employee_number = :employeeNumber
  and counts_at >= :from and counts_at < :until;

-- name: list_around :many
-- scans employees, sorts: the command line ranks everybody by the entries themselves, not by stored totals.
-- From the entries themselves, not from stored totals.
with totals as materialized (
  select
    e.number,
    coalesce(
      (
        select sum(l.amount)
        from xp_ledger l
        where l.company_id = e.company_id and l.employee_number = e.number
          and l.counts_at >= :from and l.counts_at < :until
      ),
      0
    ) as xp
  from employees e
  where e.company_id = :companyId and e.deactivated_at is null
),
ranked as materialized (
  select number, xp, row_number() over (order by xp desc, number) as rank, count(*) over () as people
  from totals
)
select
  r.rank, r.people, r.xp, e.number, e.id, coalesce(e.account_name, e.given_name) as name,
  e.created_at as joinedAt
from ranked me
join ranked r on r.rank between me.rank - 1 and me.rank + 1
join employees e on e.company_id = :companyId and e.number = r.number
where me.number = :employeeNumber
order by r.rank;
