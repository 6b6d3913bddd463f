-- fragment: scim_user
select
  u.employee_number as number, e.id, u.entry, u.user_name as userName, u.attributes, u.created_at as createdAt,
  u.modified_at as modifiedAt, u.held_at as heldAt, e.deactivated_at is null as isActive
from scim_users u join employees e on e.company_id = u.company_id and e.number = u.employee_number

-- name: find :one
{{scim_user}}
where e.company_id = :companyId and e.id = :id;

-- name: find_of :one
{{scim_user}}
where u.company_id = :companyId and u.employee_number = :number;

-- name: find_by_user_name :one
{{scim_user}}
where u.company_id = :companyId and u.user_name_key = :userNameKey;

-- name: list_by_directory_id :many
{{scim_user}}
where u.company_id = :companyId and u.directory_id = :directoryId
limit 1000;

-- name: list_by_email :many
{{scim_user}}
where u.company_id = :companyId and u.email_key = :emailKey
limit 1000;

-- name: list_page :many
{{scim_user}}
where u.company_id = :companyId and u.entry > :after
order by u.entry
limit :count;

-- name: skip :one
select count(*) as count, coalesce(max(entry), 0) as last
from (
  select entry from scim_users where company_id = :companyId and entry > :after order by entry limit :count
) skipped;

-- name: create :exec
insert into scim_users (
  company_id, employee_number, entry, user_name, user_name_key, directory_id, email_key, attributes, created_at, modified_at
)
values (
  :companyId, :number, :entry, :userName, :userNameKey, :directoryId, :emailKey, :attributes, :now, :now
);

-- name: update :exec
update scim_users
set user_name = :userName, user_name_key = :userNameKey, directory_id = :directoryId, email_key = :emailKey,
    attributes = :attributes, modified_at = :now
where company_id = :companyId and employee_number = :number;

-- name: hold :exec
update scim_users set held_at = :at where company_id = :companyId and employee_number = :number;

-- name: delete_one :exec
delete from scim_users where company_id = :companyId and employee_number = :number;

-- name: delete_all :exec
-- scans scim_users: a sandbox is reset, or a company deleted.
delete from scim_users where company_id = :companyId;

-- name: list_held :many
select e.number, e.id, coalesce(e.account_name, e.given_name) as name, u.user_name as userName, u.held_at as heldAt
from scim_users u join employees e on e.company_id = u.company_id and e.number = u.employee_number
where u.company_id = :companyId and u.held_at is not null
order by u.employee_number
limit :count;

-- name: list_to_approve :many
select e.number
from scim_users u join employees e on e.company_id = u.company_id and e.number = u.employee_number
where u.company_id = :companyId and u.held_at is not null
  and e.deactivated_at is null and e.is_admin = 0 and e.portal_role is null
order by u.employee_number
limit :count;

-- name: release :exec
update scim_users set held_at = null
where company_id = :companyId and employee_number in (select value from json_each(:numbers));

-- name: release_rest :exec
-- scans scim_users: those who wait, at the end of an approval.
update scim_users set held_at = null where company_id = :companyId and held_at is not null;

-- name: count_held :one
select count(*) as count
from (select 1 from scim_users where company_id = :companyId and held_at is not null limit 10000) held;

-- name: count_deactivatable :one
-- scans employees: those out of the ordinary, once an hour in which a directory deactivates people.
select c.scim_users - (
  select coalesce(
    sum((select count(*) from scim_users u where u.company_id = e.company_id and u.employee_number = e.number)), 0
  )
  from employees e
  where e.company_id = :companyId and (e.deactivated_at is not null or e.is_admin = 1) and {{is_exception}}
) as count
from companies c
where c.company_id = :companyId;

-- name: deactivate :exec
update employees
set deactivated_at = :now, deactivated_by = 'portal', deactivated_by_directory = 1, deactivation_reason = null,
    revision = :revision
where company_id = :companyId and deactivated_at is null and number in (select value from json_each(:numbers));
