-- fragment: known_employee
e.number, e.external_id as externalId, e.email_key as emailKey, e.given_name as givenName,
e.department_number as departmentNumber, {{details: e.COLUMN as FIELD}}, e.is_admin as isAdmin, e.portal_role as portalRole,
{{deactivated_by}} as deactivatedBy, e.deactivated_at as deactivatedAt

-- name: find_company :one
select mode, next_employee - 1 as employeesOnRecord
from companies where company_id = :companyId;

-- name: list_departments :many
select
  number, external_id as externalId, name_key as nameKey, parent_number as parentNumber,
  archived_at as archivedAt
from departments where company_id = :companyId;

-- name: list_employees_by_external_id :many
-- The cross join keeps the list in the outer loop, whatever its length: one index search per value.
select {{known_employee}}
from json_each(:externalIds) list cross join employees e
where e.company_id = :companyId and e.external_id = list.value;

-- name: list_employees_by_email_key :many
select {{known_employee}}
from json_each(:emailKeys) list cross join employees e
where e.company_id = :companyId and e.email_key = list.value;

-- fragment: is_exception
-- The condition of the partial index: only where it is repeated does SQLite use the index.
(deactivated_at is not null or is_admin = 1 or portal_role is not null or external_id is null)

-- name: count_exceptions :one
-- scans employees: a sync compares a whole company.
select
  count(*) as everybody,
  count(*) filter (
    where deactivated_at is null and external_id is not null and is_admin = 0
  ) as linkedMembers,
  count(*) filter (where deactivated_at is null and external_id is null) as unlinkedMembers
from employees
where company_id = :companyId and {{is_exception}};

-- name: list_deactivatable :many
-- scans employees: a sync compares a whole company.
select number, id, external_id as externalId, email
from employees
where company_id = :companyId
  and deactivated_at is null and is_admin = 0 and portal_role is null and external_id is not null
order by id;

-- name: create_departments :exec
insert into departments (company_id, number, id, name, name_key, created_at)
select :companyId, number, id, name, nameKey, :now
from rows(:departments) given;

-- name: adopt_departments :exec
with given as materialized rows(:departments)
update departments set external_id = given.externalId
from given
where company_id = :companyId and departments.number = given.number;

-- name: restore_departments :exec
with given as materialized rows(:departments)
update departments
set archived_at = null, parent_number = case when given.toTopLevel then null else parent_number end
from given
where company_id = :companyId and departments.number = given.number;

-- name: create_employees :exec
insert into employees (
  company_id, number, id, external_id, email, email_key, given_name, department_number, {{details: COLUMN}},
  created_at, begins_at, revision
)
select
  :companyId, number, id, externalId, email, emailKey, givenName, departmentNumber, {{details: FIELD}},
  :now, beginsAt, :revision
from rows(:employees) given;

-- name: update_employees :exec
-- Materialized, or SQLite reads the whole list once per employee of the company. Sets only columns that change in
-- most syncs: SQLite rewrites every index on a column that is set, even to the same value.
with given as materialized rows(:employees)
update employees
set department_number = given.departmentNumber, {{details: COLUMN = given.FIELD}}, revision = :revision
from given
where company_id = :companyId and employees.number = given.number;

-- name: link_employees :exec
with given as materialized rows(:employees)
update employees
set external_id = given.externalId,
    deactivated_at = null,
    deactivated_by = null,
    deactivated_by_directory = 0,
    deactivation_reason = null,
    revision = :revision
from given
where company_id = :companyId and employees.number = given.number;

-- name: set_given_names :exec
with given as materialized rows(:employees)
update employees set given_name = given.givenName, revision = :revision
from given
where company_id = :companyId and employees.number = given.number;

-- name: release_emails :exec
-- No address has the form of the placeholder. It makes room for people who swap their emails.
update employees set email_key = 'moving:' || id
where company_id = :companyId and number in (select value from json_each(:numbers));

-- name: set_emails :exec
with given as materialized rows(:employees)
update employees set email = given.email, email_key = given.emailKey, revision = :revision
from given
where company_id = :companyId and employees.number = given.number;

-- name: list_numeric_ids :many
-- External ids of digits only that are the same number as one of those given, which have no leading zeros.
select e.number, e.external_id as externalId, list.value as digits
from json_each(:digits) list
cross join json_each(:lengths) l
cross join employees e
where e.company_id = :companyId
  and l.value >= length(list.value)
  and e.external_id = substr('00000000000000000000' || list.value, 21 + length(list.value) - cast(l.value as integer));

-- name: list_id_lengths :many
-- spans employees, sorts: an import compares a whole company.
select distinct length(external_id) as length
from employees
where company_id = :companyId
  and external_id is not null and length(external_id) <= 20 and external_id not glob '*[^0-9]*';

-- name: deactivate :exec
update employees
set deactivated_at = :now, deactivated_by = 'sync', deactivated_by_directory = 0, deactivation_reason = null,
    revision = :revision
where company_id = :companyId and number in (select value from json_each(:numbers));

-- name: list_people :many
-- spans employees, sorts: the people of one run.
select
  e.number, e.id, e.external_id as externalId, coalesce(e.account_name, e.given_name) as name,
  e.given_name as givenName, case when e.erased_at is null then e.email end as email, e.erased_at is not null as isErased,
  e.account_name is not null as hasSignedIn, e.department_number as departmentNumber,
  {{details: e.COLUMN as FIELD}}, e.is_admin as isAdmin, e.portal_role as portalRole,
  e.deactivated_at as deactivatedAt, {{deactivated_by}} as deactivatedBy
from rows(:ranges) range
cross join employees e
where e.company_id = :companyId and e.number between range.first and range.last
order by e.number;

-- name: set_employees :exec
-- Newly deactivated people count as deactivated by a sync; others keep who deactivated them and why.
with given as materialized rows(:employees)
update employees
set external_id = given.externalId,
    department_number = given.departmentNumber,
    {{details: COLUMN = given.FIELD}},
    deactivated_at = given.deactivatedAt,
    deactivated_by = case when given.deactivatedAt is not null then coalesce(employees.deactivated_by, 'sync') end,
    deactivated_by_directory = case when given.deactivatedAt is not null then employees.deactivated_by_directory else 0 end,
    deactivation_reason = case when given.deactivatedAt is not null then employees.deactivation_reason end,
    revision = :revision
from given
where company_id = :companyId and employees.number = given.number;

-- name: set_departments :exec
with given as materialized rows(:departments)
update departments
set external_id = given.externalId, parent_number = given.parentNumber, archived_at = given.archivedAt
from given
where company_id = :companyId and departments.number = given.number;
