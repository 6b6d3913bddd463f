-- name: find :one
select
  is_on as isOn, allowance, coins_per_point as coinsPerPoint, receiver_xp as receiverXp, giver_xp as giverXp,
  giver_xp_a_week as giverXpAWeek, message_min as messageMin, message_max as messageMax, budget, visibility
from kudos_settings
where company_id = :companyId;

-- name: save :exec
insert into kudos_settings (
  company_id, is_on, allowance, coins_per_point, receiver_xp, giver_xp, giver_xp_a_week, message_min, message_max, budget,
  visibility
)
values (
  :companyId, case when :isOn then 1 else 0 end, :allowance, :coinsPerPoint, :receiverXp, :giverXp, :giverXpAWeek,
  :messageMin, :messageMax, :budget, :visibility
)
on conflict (company_id) do update set
  is_on = excluded.is_on, allowance = excluded.allowance, coins_per_point = excluded.coins_per_point,
  receiver_xp = excluded.receiver_xp, giver_xp = excluded.giver_xp, giver_xp_a_week = excluded.giver_xp_a_week,
  message_min = excluded.message_min, message_max = excluded.message_max, budget = excluded.budget,
  visibility = excluded.visibility;

-- name: list_allowances :many
select a.department_number as departmentNumber, a.allowance, d.parent_number as parentNumber, d.id, d.name
from kudos_allowances a
join departments d on d.company_id = a.company_id and d.number = a.department_number
where a.company_id = :companyId
order by a.department_number;

-- name: save_allowance :exec
insert into kudos_allowances (company_id, department_number, allowance)
values (:companyId, :departmentNumber, :allowance)
on conflict (company_id, department_number) do update set allowance = excluded.allowance;

-- name: delete_allowance :exec
delete from kudos_allowances where company_id = :companyId and department_number = :departmentNumber;

-- name: find_part :one
select part from kudos_parts where company_id = :companyId and employee_number = :employeeNumber;

-- name: list_parts :many
-- sorts: whom somebody thanks, or whom a page shows.
select employee_number as employeeNumber, part
from json_each(:numbers) n
cross join kudos_parts p on p.company_id = :companyId and p.employee_number = n.value
order by employee_number;

-- name: save_part :exec
insert into kudos_parts (company_id, employee_number, part) values (:companyId, :employeeNumber, :part)
on conflict (company_id, employee_number) do update set part = excluded.part;

-- name: delete_part :exec
delete from kudos_parts where company_id = :companyId and employee_number = :employeeNumber;
