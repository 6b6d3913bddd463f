-- fragment: known_employee
e.number, e.external_id as externalId, e.email_key as emailKey, e.department_number as departmentNumber,
e.job_title as jobTitle, e.is_admin as isAdmin, e.portal_role as portalRole,
e.deactivated_by as deactivatedBy, e.deactivated_at as deactivatedAt

-- name: find_company :one
select mode, next_employee - 1 as employeesOnRecord
from companies where company_id = :companyId;

-- name: list_departments :many
select
  number, external_id as externalId, name_key as nameKey, parent_number as parentNumber,
  archived_at as archivedAt
from departments where company_id = :companyId;

-- name: list_employees_by_external_id :many
-- The cross join keeps the look-up on the inside: one index probe for each value of the roster,
-- whatever SQLite believes about the length of the list.
select {{known_employee}}
from json_each(:externalIds) named cross join employees e
where e.company_id = :companyId and e.external_id = named.value;

-- name: list_employees_by_email_key :many
select {{known_employee}}
from json_each(:emailKeys) named cross join employees e
where e.company_id = :companyId and e.email_key = named.value;

-- name: count_exceptions :one
-- The condition is the partial index's own, word for word: only that lets SQLite read the index alone.
select
  count(*) as everybody,
  count(*) filter (
    where deactivated_at is null and external_id is not null and is_admin = 0
  ) as linkedMembers,
  count(*) filter (where deactivated_at is null and external_id is null) as unlinkedMembers
from employees
where company_id = :companyId
  and (deactivated_at is not null or is_admin = 1 or portal_role is not null or external_id is null);

-- name: list_deactivatable :many
select number, id, external_id as externalId, email
from employees
where company_id = :companyId
  and deactivated_at is null and is_admin = 0 and portal_role is null and external_id is not null
order by id;

-- name: create_departments :exec
insert into departments (company_id, number, id, external_id, name, name_key, created_at)
select :companyId, number, id, externalId, name, nameKey, :now
from rows(:departments);

-- name: adopt_departments :exec
with adopted as materialized rows(:departments)
update departments set external_id = adopted.externalId
from adopted
where company_id = :companyId and departments.number = adopted.number;

-- name: restore_departments :exec
with restored as materialized rows(:departments)
update departments
set archived_at = null, parent_number = iif(restored.toTopLevel, null, parent_number)
from restored
where company_id = :companyId and departments.number = restored.number;

-- name: create_employees :exec
insert into employees (
  company_id, number, id, external_id, email, email_key, given_name, department_number, job_title,
  created_at, revision
)
select
  :companyId, number, id, externalId, email, emailKey, givenName, departmentNumber, jobTitle,
  :now, :revision
from rows(:employees);

-- name: update_employees :exec
-- Materialized, or SQLite reads the whole list once for each employee of the company. Only columns that change
-- in most syncs are set: SQLite writes every index that has a column of the list, whatever is in it.
with placed as materialized rows(:employees)
update employees
set department_number = placed.departmentNumber, job_title = placed.jobTitle, revision = :revision
from placed
where company_id = :companyId and employees.number = placed.number;

-- name: link_employees :exec
with admitted as materialized rows(:employees)
update employees
set external_id = admitted.externalId,
    deactivated_at = null,
    deactivated_by = null,
    deactivation_reason = null,
    revision = :revision
from admitted
where company_id = :companyId and employees.number = admitted.number;

-- name: deactivate :exec
update employees
set deactivated_at = :now, deactivated_by = 'sync', deactivation_reason = null, revision = :revision
where company_id = :companyId and number in (select value from json_each(:numbers));

-- name: list_people :many
select
  e.number, e.id, e.external_id as externalId, coalesce(e.account_name, e.given_name) as name,
  iif(e.erased_at is null, e.email, null) as email, e.erased_at is not null as isErased,
  e.account_name is not null as hasSignedIn, e.department_number as departmentNumber,
  e.job_title as jobTitle, e.is_admin as isAdmin, e.portal_role as portalRole,
  e.deactivated_at as deactivatedAt, e.deactivated_by as deactivatedBy
from rows(:ranges) range
cross join employees e
where e.company_id = :companyId and e.number between range.first and range.last
order by e.number;

-- name: set_employees :exec
-- Who is deactivated from now on is so in a sync's name; who was before keeps name and reason of it.
with given as materialized rows(:employees)
update employees
set external_id = given.externalId,
    department_number = given.departmentNumber,
    job_title = given.jobTitle,
    deactivated_at = given.deactivatedAt,
    deactivated_by = iif(given.deactivatedAt is null, null, coalesce(employees.deactivated_by, 'sync')),
    deactivation_reason = iif(given.deactivatedAt is null, null, employees.deactivation_reason),
    revision = :revision
from given
where company_id = :companyId and employees.number = given.number;

-- name: set_departments :exec
with given as materialized rows(:departments)
update departments
set external_id = given.externalId, parent_number = given.parentNumber, archived_at = given.archivedAt
from given
where company_id = :companyId and departments.number = given.number;
