-- name: record :exec
insert into history_looks (company_id, employee_number, day, actor, kind, role, at)
values (:companyId, :employeeNumber, :day, :actor, :kind, :role, :at)
on conflict do nothing;

-- name: find :one
select at from history_looks
where company_id = :companyId and employee_number = :employeeNumber and day = :day and actor = :actor and kind = :kind;

-- name: list_newest :many
select actor, kind, role, at
from history_looks
where company_id = :companyId and employee_number = :employeeNumber and day >= :since
order by day desc, actor desc, kind desc
limit :count;

-- name: delete_of_employee :exec
delete from history_looks where company_id = :companyId and employee_number = :employeeNumber;

-- name: delete_all :exec
-- scans history_looks: a sandbox is reset, or a company deleted.
delete from history_looks where company_id = :companyId;

-- name: find_state :one
-- scans history_looks: all that is kept is counted, for the command line.
select count(*) as count, min(at) as oldestAt, count(*) filter (where at < :before) as expired
from history_looks;

-- name: find_old :one
select at from history_looks where company_id = :companyId and at < :before order by at limit 1;

-- name: delete_old :exec
delete from history_looks
where (company_id, employee_number, day, actor, kind) in (
  select company_id, employee_number, day, actor, kind
  from history_looks indexed by history_looks_by_time
  where company_id = :companyId and at < :before
  order by at
  limit :count
);
