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

-- name: count_active :one
select count(*) as count from departments where company_id = :companyId and archived_at is null;

-- name: list_on_record :many
select
  d.number, d.id, d.external_id as externalId, d.name, d.name_key as nameKey,
  d.parent_number as parentNumber, p.id as parentId, d.archived_at as archivedAt,
  d.created_at as createdAt
from departments d
left join departments p on p.company_id = d.company_id and p.number = d.parent_number
where d.company_id = :companyId
order by d.number;

-- name: list_member_counts :many
select department_number as number, count(*) as members
from employees
where company_id = :companyId and department_number is not null and deactivated_at is null
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
    'archived_at', strftime('%Y-%m-%dT%H:%M:%S', d.archived_at / 1000, 'unixepoch')
      || printf('.%03dZ', d.archived_at % 1000)
  ) as json
from departments d
left join departments p on p.company_id = d.company_id and p.number = d.parent_number
where d.company_id = :companyId and d.number > :after
  and (:includeArchived or d.archived_at is null)
order by d.number
limit :count;

-- name: list_json_by_name :many
select
  number, archived_at is not null as isArchived,
  json_object('id', id, 'external_id', external_id, 'name', name) as json
from departments
where company_id = :companyId
order by name_key, number;
