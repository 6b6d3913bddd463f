-- name: record_all :exec
insert into audit_log (company_id, entry, at, actor, action, target_kind, target_id, before, after)
select :companyId, entry, at, actor, action, targetKind, targetId, before, after
from rows(:decisions) given;

-- fragment: decision
entry, at, actor, action, target_kind as targetKind, target_id as targetId, before, after

-- fragment: is_of_action
(:action is null or action = :action or substr(action, 1, length(:action) + 1) = :action || '.')

-- fragment: is_by_actor
(:actor is null or instr(actor, :actor) > 0 or actor in (select value from json_each(:actors)))

-- fragment: matches_filter
company_id = :companyId
and {{is_of_action}}
and entry < :before
and {{is_by_actor}}
and (:targetId is null or target_id = :targetId)
and (:since is null or at >= :since)
and (:until is null or at < :until)
and (:withSignIns or action not in ('portal.sign_in', 'portal.sign_out', 'portal.confirm'))

-- name: list :many
select {{decision}}
from audit_log
where {{matches_filter}}
order by entry desc
limit :count;

-- name: list_of_action :many
select {{decision}}
from audit_log indexed by audit_log_by_action
where {{matches_filter}} and action = :exactly
order by entry desc
limit :count;

-- name: list_by_actor :many
select {{decision}}
from audit_log indexed by audit_log_by_actor
where {{matches_filter}} and actor = :exactly
order by entry desc
limit :count;

-- name: list_of_time :many
-- spans audit_log, sorts: read where count_of_time has found few.
select {{decision}}
from audit_log indexed by audit_log_by_time
where {{matches_filter}} and at >= coalesce(:since, 0) and at < coalesce(:until, 9007199254740991)
order by entry desc
limit :count;

-- name: list_about :many
select {{decision}}
from audit_log indexed by audit_log_by_target
where {{matches_filter}} and target_id = :exactly
order by entry desc
limit :count;

-- name: count_of_time :one
-- Counts no further than a limit.
select count(*) as count
from (
  select 1
  from audit_log indexed by audit_log_by_time
  where company_id = :companyId and at >= coalesce(:since, 0) and at < coalesce(:until, 9007199254740991)
  limit :atMost
) counted;

-- name: list_actions :many
-- scans audit_log, spans audit_log: min takes the first one of the index.
-- From each action to the next one, without reading what is between them.
with recursive found (action) as (
  select min(action) from audit_log where company_id = :companyId
  union all
  select (select min(l.action) from audit_log l where l.company_id = :companyId and l.action > found.action)
  from found
  where found.action is not null
)
select action from found where action is not null and {{is_of_action}};

-- name: list_actors :many
-- In the same way.
with recursive found (actor) as (
  select min(actor) from audit_log where company_id = :companyId
  union all
  select (select min(l.actor) from audit_log l where l.company_id = :companyId and l.actor > found.actor)
  from found
  where found.actor is not null
)
select actor from found where actor is not null and {{is_by_actor}}
limit :count;

-- name: list_last :many
select t.value as targetId, l.at, l.actor
from json_each(:targets) t
cross join audit_log l on l.company_id = :companyId and l.entry = (
  select max(entry)
  from audit_log indexed by audit_log_by_target
  where company_id = :companyId and target_id = t.value
);

-- name: find_last_of_action :one
select max(entry) as entry from audit_log where company_id = :companyId and action = :action;

-- fragment: is_old
company_id = :companyId and at < :before
and entry is distinct from (
  select max(entry) from audit_log where company_id = :companyId and action = 'xp.import'
)

-- name: find_old :one
select entry from audit_log indexed by audit_log_by_time where {{is_old}} limit 1;

-- name: delete_old :exec
delete from audit_log
where company_id = :companyId and entry in (
  select entry from audit_log indexed by audit_log_by_time where {{is_old}} order by at limit :count
);

-- name: count_old :one
-- spans audit_log: what retention would delete is counted for the command line.
select count(*) as count from audit_log where {{is_old}};

-- name: find_state :one
-- scans audit_log: all that is kept is counted for the command line.
select count(*) as count, min(at) as oldestAt from audit_log;
