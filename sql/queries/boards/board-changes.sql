-- name: state :one
select revision, generation from companies where company_id = :companyId;

-- name: in_all_time :many
select number, department_number as departmentNumber, deactivated_at is null as active, xp
from employees
where company_id = :companyId and revision > :revision
limit :most;

-- name: in_months :many
select
  e.number, e.department_number as departmentNumber, e.deactivated_at is null as active,
  coalesce(
    (
      select sum(m.xp)
      from xp_months m
      where m.company_id = e.company_id and m.employee_number = e.number
        and m.month between :first and :last
    ),
    0
  ) as xp
from employees e
where e.company_id = :companyId and e.revision > :revision
limit :most;
