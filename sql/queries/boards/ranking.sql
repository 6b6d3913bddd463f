-- name: find_company :one
select revision, next_employee - 1 as highestNumber
from companies where company_id = :companyId;

-- name: rank_all_time :many
-- scans employees, sorts: the ranker thread ranks a whole company.
select number, department_number as departmentNumber, xp
from employees
where company_id = :companyId and deactivated_at is null
order by xp desc, number;

-- name: rank_months :many
-- scans employees, sorts: the ranker thread ranks a whole company.
-- The months are summed in a separate step, in the order of both primary keys.
with totals as materialized (
  select e.number, e.department_number as departmentNumber, coalesce(sum(m.xp), 0) as xp
  from employees e
  left join xp_months m
    on m.company_id = e.company_id and m.employee_number = e.number
    and m.month between :first and :last
  where e.company_id = :companyId and e.deactivated_at is null
  group by e.company_id, e.number
)
select number, departmentNumber, xp
from totals
order by xp desc, number;
