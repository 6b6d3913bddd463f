-- fragment: department_reference
json_object('id', d.id, 'external_id', d.external_id, 'name', d.name)

-- name: create :exec
insert into departments (
  company_id, number, id, external_id, name, name_key, parent_number, archived_at, created_at
)
values (:companyId, :number, :id, :externalId, :name, :nameKey, :parentNumber, :archivedAt, :now);

-- name: rename :exec
update departments set name = :name, name_key = :nameKey
where company_id = :companyId and number = :number;

-- name: move :exec
update departments set parent_number = :parentNumber
where company_id = :companyId and number = :number;

-- name: set_archived :exec
update departments set archived_at = :archivedAt, parent_number = :parentNumber
where company_id = :companyId and number = :number;

-- name: set_external_id :exec
update departments set external_id = :externalId
where company_id = :companyId and number = :number;

-- name: move_children :exec
update departments set parent_number = :into
where company_id = :companyId and parent_number = :from;

-- name: list_members :many
select number as employeeNumber
from employees indexed by employees_by_department
where company_id = :companyId and department_number = :number
order by number;

-- name: move_members :exec
update employees indexed by employees_by_department
set department_number = :into, revision = :revision
where company_id = :companyId and department_number = :from;

-- name: count_contents :one
select
  (select count(*) from employees
   where company_id = :companyId and department_number = :number and deactivated_at is null) as active,
  (select count(*) from employees
   where company_id = :companyId and department_number = :number and deactivated_at is not null) as deactivated,
  (select count(*) from departments
   where company_id = :companyId and parent_number = :number) as departments;

-- name: count_active :one
select count(*) as count from departments where company_id = :companyId and archived_at is null;

-- name: list_on_record :many
select
  d.number, d.id, d.external_id as externalId, d.name, d.name_key as nameKey,
  d.parent_number as parentNumber, p.id as parentId, d.archived_at as archivedAt
from departments d
left join departments p on p.company_id = d.company_id and p.number = d.parent_number
where d.company_id = :companyId
order by d.number;

-- name: list_member_counts :many
-- spans employees: everybody in a department is counted, from the index alone.
select department_number as number, count(*) as members
from employees
where company_id = :companyId and department_number is not null and deactivated_at is null
group by department_number;

-- name: list_deactivated_counts :many
-- spans employees: whoever changed in one revision.
select department_number as number, count(*) as members
from employees
where company_id = :companyId and revision = :revision
  and department_number is not null and deactivated_at is not null
group by department_number;

-- name: find_number :one
select number from departments where company_id = :companyId and id = :id;

-- name: list_json :many
select
  d.number,
  json_object(
    'id', d.id,
    'external_id', d.external_id,
    'name', d.name,
    'parent_id', p.id,
    'archived_at', iso_time(d.archived_at)
  ) as json
from departments d
left join departments p on p.company_id = d.company_id and p.number = d.parent_number
where d.company_id = :companyId and d.number > :after
  and (:includeArchived or d.archived_at is null)
order by d.number
limit :count;

-- name: list_json_by_name :many
select
  d.number, d.archived_at is not null as isArchived, {{department_reference}} as json
from departments d
where d.company_id = :companyId
order by d.name_key, d.number;

-- name: list_references :many
select d.number, {{department_reference}} as json
from json_each(:numbers) n
cross join departments d on d.company_id = :companyId and d.number = n.value;
