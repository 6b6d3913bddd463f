-- name: find_company :one
select revision, generation, next_employee - 1 as highestNumber
from companies where company_id = :companyId;

-- name: rank_all_time :many
select
  row_number() over (order by xp desc, number) as rank,
  number, department_number as departmentNumber, xp
from employees
where company_id = :companyId and deactivated_at is null
order by rank;

-- name: rank_months :many
select
  row_number() over (order by xp desc, number) as rank,
  number, departmentNumber, xp
from (
  select
    number, department_number as departmentNumber,
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
  where company_id = :companyId and deactivated_at is null
)
order by rank;
