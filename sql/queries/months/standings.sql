-- name: add_block :exec
insert into standings_blocks (company_id, standings, list, department_number, first, data)
values (:companyId, :standings, :list, :departmentNumber, :first, :data);

-- name: find_block :one
select data
from standings_blocks
where company_id = :companyId and standings = :standings
  and list = :list and department_number = 0 and first = :first;

-- name: list_member_blocks :many
-- The block with the rank, or the one before it, and the next one.
select data
from standings_blocks
where company_id = :companyId and standings = :standings
  and list = 'members' and department_number = :departmentNumber
  and first >= coalesce(
    (
      select max(first)
      from standings_blocks
      where company_id = :companyId and standings = :standings
        and list = 'members' and department_number = :departmentNumber and first <= :rank
    ),
    0
  )
order by first
limit 2;

-- name: set_block :exec
update standings_blocks set data = :data
where company_id = :companyId and standings = :standings
  and list = :list and department_number = 0 and first = :first;

-- name: list_blocks :many
select list, department_number as departmentNumber, first, data
from standings_blocks
where company_id = :companyId and standings = :standings
order by list, department_number, first;

-- name: delete_blocks :exec
delete from standings_blocks where company_id = :companyId and standings = :standings;
