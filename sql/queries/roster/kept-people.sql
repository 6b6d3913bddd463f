-- name: list_protected :many
-- scans employees: few people have a role, but no index has them alone.
-- Active people with a role who have an external id: an import that lacks them would deactivate them without it.
select number
from employees
where company_id = :companyId and deactivated_at is null and external_id is not null
  and (is_admin = 1 or portal_role is not null)
order by number;

-- name: list_numbers :many
select employee_number as number from kept_people where company_id = :companyId;

-- name: list_undecided :many
select employee_number as number, reason, since
from kept_people
where company_id = :companyId and decided_at is null
order by employee_number;

-- name: find :one
select reason, since, decided_at as decidedAt
from kept_people
where company_id = :companyId and employee_number = :number;

-- name: count_undecided :one
select count(*) as count, min(since) as since
from kept_people
where company_id = :companyId and decided_at is null;

-- name: save :exec
-- Who is kept for the same reason as before keeps what was decided.
insert into kept_people (company_id, employee_number, reason, since)
select :companyId, number, reason, :now
from rows(:people) given
where true
on conflict (company_id, employee_number) do update
set since = case when kept_people.reason = excluded.reason then kept_people.since else excluded.since end,
    decided_at = case when kept_people.reason = excluded.reason then kept_people.decided_at end,
    reason = excluded.reason;

-- name: remove :exec
delete from kept_people
where company_id = :companyId and employee_number in (select value from json_each(:numbers));

-- name: decide :exec
update kept_people set decided_at = :now
where company_id = :companyId and employee_number = :number;

-- name: delete_all :exec
delete from kept_people where company_id = :companyId;
