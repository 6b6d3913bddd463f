-- name: find :one
select
  mode, scim_number as numberAttribute, scim_users as users, scim_groups as groups, roster_authority as authority
from companies where company_id = :companyId;

-- name: set_number_attribute :exec
update companies set scim_number = :numberAttribute where company_id = :companyId;

-- name: count_resources :exec
update companies set scim_users = scim_users + :users, scim_groups = scim_groups + :groups
where company_id = :companyId;

-- name: forget_resources :exec
update companies set scim_users = 0, scim_groups = 0 where company_id = :companyId;

-- name: find_hour :one
select run_id as runId, people, deactivated, is_blocked as isBlocked
from scim_hours where company_id = :companyId and hour = :hour;

-- name: sum_hours :one
select coalesce(sum(deactivated), 0) as deactivated, max(people) as people
from scim_hours where company_id = :companyId and hour >= :since;

-- name: sum_all_hours :one
-- Of every company the hours that its directory counted last.
select
  coalesce(sum(deactivated), 0) as deactivated,
  count(distinct case when is_blocked = 1 then company_id end) as blocked
from scim_hours
where hour >= (select max(hour) from scim_hours) - 24;

-- name: save_hour :exec
insert into scim_hours (company_id, hour, run_id, people, deactivated, is_blocked)
values (:companyId, :hour, :runId, :people, :deactivated, case when :isBlocked then 1 else 0 end)
on conflict (company_id, hour) do update set
  run_id = excluded.run_id, people = excluded.people, deactivated = excluded.deactivated,
  is_blocked = excluded.is_blocked;

-- name: delete_hours :exec
delete from scim_hours where company_id = :companyId and hour < :before;

-- name: find_run :one
select
  entry, result, started_at as startedAt, finished_at as finishedAt, outcome,
  exists (
    select 1 from sync_runs f indexed by sync_runs_by_subject
    where f.company_id = :companyId and f.subject_id = sync_runs.id
  ) as hasFollowUps
from sync_runs where company_id = :companyId and id = :id;

-- name: update_run :exec
update sync_runs set finished_at = :finishedAt, outcome = :outcome, result = :result
where company_id = :companyId and id = :id;

-- name: find_part :one
select changes from sync_run_changes where company_id = :companyId and entry = :entry and part = :part;

-- name: save_part :exec
insert into sync_run_changes (company_id, entry, part, first_person, last_person, changes)
values (:companyId, :entry, :part, :part, :part, :changes)
on conflict (company_id, entry, part) do update set changes = excluded.changes;

-- name: add_person :exec
insert into sync_run_people (company_id, block, entry, people)
values (:companyId, :block, :entry, :people)
on conflict (company_id, block, entry) do update set people = sync_run_people.people | excluded.people;

-- name: list_refusals :many
select
  r.entry, r.reason, r.user_name as userName, e.id as employeeId, r.first_at as firstAt, r.last_at as lastAt, r.times
from scim_refusals r
left join employees e on e.company_id = r.company_id and e.number = r.employee_number
where r.company_id = :companyId
order by r.entry desc;

-- name: add_refusal :exec
insert into scim_refusals (company_id, entry, reason, user_name, employee_number, first_at, last_at, times)
values (:companyId, :entry, :reason, :userName, :number, :now, :now, 1);

-- name: repeat_refusal :exec
update scim_refusals set last_at = :now, times = times + 1 where company_id = :companyId and entry = :entry;

-- name: delete_refusals :exec
delete from scim_refusals where company_id = :companyId and entry in (select value from json_each(:entries));

-- name: delete_refusals_of :exec
delete from scim_refusals where company_id = :companyId and (employee_number = :number or user_name = :userName);

-- name: delete_all_refusals :exec
delete from scim_refusals where company_id = :companyId;

-- name: delete_all_hours :exec
delete from scim_hours where company_id = :companyId;
