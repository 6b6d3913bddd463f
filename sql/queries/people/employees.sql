-- fragment: employee_record
select
  e.number, e.id, e.external_id as externalId, e.email, e.given_name as givenName,
  e.account_name as accountName, e.department_number as departmentNumber,
  d.id as departmentId, d.external_id as departmentExternalId, d.name as departmentName,
  {{details: e.COLUMN as FIELD}}, e.is_admin as isAdmin, e.portal_role as portalRole,
  e.deactivated_at as deactivatedAt, {{deactivated_by}} as deactivatedBy,
  e.deactivation_reason as deactivationReason, e.xp, e.coins, e.created_at as createdAt,
  e.erased_at as erasedAt, {{has_email}} as hasEmail, e.shown_as as shownAs, e.nickname
from employees e
{{with_department}}

-- fragment: deactivated_by
case when e.deactivated_by_directory = 1 then 'directory' else e.deactivated_by end

-- fragment: has_email
not exists (
  select 1 from no_email_domains n
  where n.company_id = e.company_id and n.domain = substr(e.email_key, instr(e.email_key, '@') + 1)
)

-- fragment: with_department
left join departments d on d.company_id = e.company_id and d.number = e.department_number

-- fragment: numbered_employee_json
select e.number, {{employee_json}} as json
from employees e
{{with_department}}

-- fragment: resolved_employee
e.number, e.id, e.xp, e.coins, e.department_number as departmentNumber, e.deactivated_at as deactivatedAt

-- fragment: person_fields
'employee_id', e.id,
'external_id', e.external_id,
'name', {{name_in_api}}

-- fragment: name_in_api
-- The choices that show a name are looked up once a statement.
case
  when instr(
    (
      select case
        when c.hide_names_in_api = 0 then 'none named nickname hidden'
        when c.ranking = 'off' then ''
        when c.ranking = 'opt-in' then 'named'
        else 'none named'
      end
      from companies c
      where c.company_id = :companyId
    ),
    coalesce(e.shown_as, 'none')
  ) > 0
  then coalesce(e.account_name, e.given_name)
end

-- fragment: department_or_null
case when d.number is not null then {{department_reference}} end

-- fragment: employee_json
json_object({{person_fields}}, 'email', e.email, 'department', {{department_or_null}})

-- name: create :exec
insert into employees (
  company_id, number, id, external_id, email, email_key, given_name, department_number, {{details: COLUMN}},
  created_at, begins_at, revision
)
values (
  :companyId, :number, :id, :externalId, :email, :emailKey, :givenName, :departmentNumber, {{details: :FIELD}},
  :now, :beginsAt, :revision
);

-- name: update :exec
update employees
set external_id = :externalId, email = :email, email_key = :emailKey, given_name = :givenName,
    department_number = :departmentNumber, {{details: COLUMN = :FIELD}}, revision = :revision
where company_id = :companyId and number = :number;

-- name: deactivate :exec
update employees
set deactivated_at = coalesce(deactivated_at, :now), deactivated_by = 'portal', deactivated_by_directory = 0,
    deactivation_reason = :reason, revision = :revision
where company_id = :companyId and number = :number;

-- name: reactivate :exec
update employees
set deactivated_at = null, deactivated_by = null, deactivated_by_directory = 0, deactivation_reason = null,
    revision = :revision
where company_id = :companyId and number = :number;

-- name: sign_in :exec
update employees set account_name = :accountName, revision = :revision
where company_id = :companyId and number = :number;

-- name: set_role :exec
update employees set is_admin = case when :isAdmin then 1 else 0 end, portal_role = :portalRole, revision = :revision
where company_id = :companyId and number = :number;

-- name: count_on_record :one
-- scans employees: a sandbox, whose people are limited.
select count(*) as count from employees where company_id = :companyId;

-- name: list_holders :many
-- A union, because one search over either column would read the whole company.
select number, id, external_id as externalId, email_key as emailKey
from employees
where company_id = :companyId and email_key = :emailKey
union
select number, id, external_id as externalId, email_key as emailKey
from employees
where company_id = :companyId and external_id = :externalId;

-- name: list_matching :many
-- Three searches, because one search over any of the columns would read the whole company.
{{employee_record}}
where e.company_id = :companyId and e.number in (
  select number from employees where company_id = :companyId and id = :id
  union all
  select number from employees where company_id = :companyId and external_id = :externalId
  union all
  select number from employees where company_id = :companyId and email_key in (:emailKey, :placeholderKey)
)
order by e.number;

-- name: list_by_references :many
-- One search for each kind of reference. The cross join keeps the list in the outer loop, whatever its length.
select r.position, 1 as isById, {{resolved_employee}}
from rows(:references) r cross join employees e
where e.company_id = :companyId and e.id = r.id and e.erased_at is null
union all
select r.position, 0, {{resolved_employee}}
from rows(:references) r cross join employees e
where e.company_id = :companyId and e.external_id = r.externalId
union all
select r.position, 0, {{resolved_employee}}
from rows(:references) r cross join employees e
where e.company_id = :companyId and e.email_key = r.emailKey and e.erased_at is null
union all
select r.position, 0, {{resolved_employee}}
from rows(:references) r cross join employees e
where e.company_id = :companyId and e.email_key = r.placeholderKey;

-- name: list_on_record :many
-- scans employees: the command line lists everybody.
{{employee_record}}
where e.company_id = :companyId and e.erased_at is null
order by e.number;

-- name: find_json :one
select {{employee_json}} as json
from employees e
{{with_department}}
where e.company_id = :companyId and e.id = :id and e.deactivated_at is null;

-- name: list_json :many
select e.number, {{employee_json}} as json
from employees e indexed by employees_active
{{with_department}}
where e.company_id = :companyId and e.number > :after and e.deactivated_at is null
order by e.number
limit :count;

-- name: list_json_in_department :many
select e.number, {{employee_json}} as json
from employees e indexed by employees_by_department
{{with_department}}
where e.company_id = :companyId
  and e.department_number = (select number from departments where company_id = :companyId and id = :departmentId)
  and e.number > :after and e.deactivated_at is null
order by e.number
limit :count;

-- name: list_json_by_email :many
-- sorts: at most two rows.
-- The plus signs keep SQLite on the index of emails: there are at most two rows to sort.
{{numbered_employee_json}}
where e.company_id = :companyId and e.email_key in (:emailKey, :placeholderKey)
  and (:externalId is null or e.external_id = :externalId)
  and (:departmentId is null or d.id = :departmentId)
  and +e.number > :after and e.deactivated_at is null
order by +e.number
limit :count;

-- name: list_json_by_external_id :many
{{numbered_employee_json}}
where e.company_id = :companyId and e.external_id = :externalId
  and (:departmentId is null or d.id = :departmentId)
  and e.number > :after and e.deactivated_at is null
order by e.number
limit :count;

-- name: list_json_ranked :many
select
  e.number, e.xp, json_object({{person_fields}}) as json,
  coalesce(e.department_number, 0) as departmentNumber, {{department_or_null}} as department
from json_each(:numbers) ranked
cross join employees e on e.company_id = :companyId and e.number = ranked.value
{{with_department}}
where e.deactivated_at is null;

-- name: list_shown :many
select
  e.number, e.id, e.external_id as externalId, coalesce(e.account_name, e.given_name) as name,
  e.nickname, e.shown_as as choice, e.xp,
  coalesce(e.department_number, 0) as departmentNumber, {{department_or_null}} as department
from json_each(:numbers) shown
cross join employees e on e.company_id = :companyId and e.number = shown.value
{{with_department}}
where e.deactivated_at is null;

-- name: set_shown :exec
update employees
set shown_as = :shownAs, nickname = :nickname, nickname_key = :nicknameKey, revision = :revision
where company_id = :companyId and number = :number;

-- name: list_known_as :many
-- scans employees: somebody chooses a nickname, which is nobody's name. The writer thread compares.
select number, account_name as accountName, given_name as givenName, email, nickname
from employees
where company_id = :companyId and erased_at is null;

-- name: find_totals :one
select
  e.number, e.xp, e.coins,
  (
    select count(*)
    from badge_awards a
    where a.company_id = e.company_id and a.employee_number = e.number and a.revoked_at is null
  ) as badgesCount
from employees e
where e.company_id = :companyId and e.id = :id and e.deactivated_at is null;

-- name: find_number :one
select number from employees where company_id = :companyId and id = :id;

-- name: list_numbers :many
select e.number
from json_each(:ids) i
cross join employees e on e.company_id = :companyId and e.id = i.value;

-- name: find_active_number :one
select number from employees where company_id = :companyId and id = :id and deactivated_at is null;
