-- fragment: scim_group
select
  entry, id, display_name as displayName, directory_id as directoryId, created_at as createdAt, modified_at as modifiedAt
from scim_groups

-- name: find :one
{{scim_group}}
where company_id = :companyId and id = :id;

-- name: find_by_name :one
{{scim_group}}
where company_id = :companyId and display_name_key = :displayNameKey;

-- name: list_by_directory_id :many
{{scim_group}}
where company_id = :companyId and directory_id = :directoryId
limit 1000;

-- name: list_page :many
{{scim_group}}
where company_id = :companyId and entry > :after
order by entry
limit :count;

-- name: skip :one
select count(*) as count, coalesce(max(entry), 0) as last
from (
  select entry from scim_groups where company_id = :companyId and entry > :after order by entry limit :count
) skipped;

-- name: create :exec
insert into scim_groups (company_id, entry, id, display_name, display_name_key, directory_id, created_at, modified_at)
values (:companyId, :entry, :id, :displayName, :displayNameKey, :directoryId, :now, :now);

-- name: update :exec
update scim_groups
set display_name = :displayName, display_name_key = :displayNameKey, directory_id = :directoryId, modified_at = :now
where company_id = :companyId and entry = :entry;

-- name: delete_one :exec
delete from scim_groups where company_id = :companyId and entry = :entry;

-- name: delete_all :exec
delete from scim_groups where company_id = :companyId;

-- name: list_members :many
select m.employee_number as number, e.id, coalesce(e.account_name, e.given_name) as name
from scim_group_members m join employees e on e.company_id = m.company_id and e.number = m.employee_number
where m.company_id = :companyId and m.group_entry = :entry and m.employee_number > :after
order by m.employee_number
limit :count;

-- name: list_members_among :many
select e.id
from json_each(:ids) list cross join employees e
join scim_group_members m on m.company_id = e.company_id and m.employee_number = e.number
where e.company_id = :companyId and e.id = list.value and m.group_entry = :entry;

-- name: list_people :many
-- Those of some ids that are people of the directory.
select e.number
from json_each(:ids) list cross join employees e
where e.company_id = :companyId and e.id = list.value
  and exists (select 1 from scim_users u where u.company_id = :companyId and u.employee_number = e.number);

-- name: list_new_members :many
select list.value as number
from json_each(:numbers) list
where not exists (
  select 1 from scim_group_members m
  where m.company_id = :companyId and m.group_entry = :entry and m.employee_number = list.value
);

-- name: list_other_members :many
select employee_number as number
from scim_group_members
where company_id = :companyId and group_entry = :entry
  and employee_number not in (select value from json_each(:numbers));

-- name: add_members :exec
insert into scim_group_members (company_id, group_entry, employee_number)
select :companyId, :entry, value
from json_each(:numbers) list
where true
on conflict do nothing;

-- name: remove_members :exec
delete from scim_group_members
where company_id = :companyId and group_entry = :entry and employee_number in (select value from json_each(:numbers));

-- name: delete_members :exec
delete from scim_group_members where company_id = :companyId and group_entry = :entry;

-- name: delete_memberships :exec
delete from scim_group_members where company_id = :companyId and employee_number = :number;

-- name: delete_all_members :exec
-- scans scim_group_members: a sandbox is reset, or a company deleted.
delete from scim_group_members where company_id = :companyId;

-- name: list_of_person :many
select g.display_name as name
from scim_group_members m join scim_groups g on g.company_id = m.company_id and g.entry = m.group_entry
where m.company_id = :companyId and m.employee_number = :number;
