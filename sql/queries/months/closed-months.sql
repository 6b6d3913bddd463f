-- fragment: closed_month
select month, version, closed_at as closedAt, reopened_at as reopenedAt, people, standings
from closed_months

-- fragment: standing
e.number, coalesce(m.xp, 0) as xp, e.xp as totalXp, coalesce(e.department_number, 0) as departmentNumber

-- fragment: with_month
left join xp_months m on m.company_id = e.company_id and m.employee_number = e.number and m.month = :month

-- fragment: takes_part
-- Who joined after the month has a place in it only by XP that counts for it.
e.deactivated_at is null and (e.created_at < :end or m.xp is not null)

-- name: rank :many
-- scans employees, sorts: the ranker thread ranks a whole company.
select {{standing}}
from employees e
{{with_month}}
where e.company_id = :companyId and {{takes_part}}
order by 2 desc, e.number;

-- name: list_changes :many
-- spans employees: whoever changed since the ranking.
select {{standing}}, {{takes_part}} as active
from employees e
{{with_month}}
where e.company_id = :companyId and e.revision > :revision;

-- name: create :exec
insert into closed_months (company_id, month, version, closed_at, people, standings)
values (:companyId, :month, :version, :now, :people, :standings);

-- name: reopen :exec
update closed_months set reopened_at = :now
where company_id = :companyId and month = :month and version = :version;

-- name: list :many
{{closed_month}}
where company_id = :companyId
order by month desc, version desc;

-- name: list_versions :many
{{closed_month}}
where company_id = :companyId and month = :month
order by version desc;

-- name: list_in_force :many
{{closed_month}} indexed by closed_months_in_force
where company_id = :companyId and reopened_at is null and month < :before
order by month desc
limit :count;

-- name: find_in_force :one
{{closed_month}} indexed by closed_months_in_force
where company_id = :companyId and reopened_at is null and month = :month;

-- name: find_first_joined :one
select created_at as at from employees where company_id = :companyId order by number limit 1;

-- name: find_last_xp_before :one
-- When the last XP of anybody active counts, before a moment.
select l.counts_at as at
from xp_ledger l indexed by xp_ledger_by_day
cross join employees e on e.company_id = l.company_id and e.number = l.employee_number
where l.company_id = :companyId and l.counts_at < :before and e.deactivated_at is null
order by l.counts_at desc
limit 1;

-- name: list_from :many
{{closed_month}}
where company_id = :companyId and reopened_at is null and month >= :month
order by month;

-- name: list_people :many
-- sorts: the people of one page.
select
  e.number, e.id, e.external_id as externalId, coalesce(e.account_name, e.given_name) as name,
  coalesce(m.xp, 0) as xp
from json_each(:numbers) n
cross join employees e on e.company_id = :companyId and e.number = n.value
{{with_month}}
where e.erased_at is null
order by n.key;

-- name: find_state :one
select count(*) as count, min(closed_at) as oldestAt from closed_months;

-- name: list_replaced :many
select month, version, standings
from closed_months old
where company_id = :companyId and reopened_at < :before
  and version < (select max(version) from closed_months where company_id = :companyId and month = old.month)
order by month, version
limit :count;

-- name: delete_version :exec
delete from closed_months where company_id = :companyId and month = :month and version = :version;
