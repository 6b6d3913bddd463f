-- fragment: event_json
json_object(
  'id', v.id,
  'type', v.type,
  'timestamp', iso_time(v.at),
  'sequence', v.sequence,
  'mode', (select mode from companies where company_id = :companyId),
  'data', case
    when e.id is null then json(v.data)
    else json_patch(json_object('employee_id', e.id, 'external_id', e.external_id), v.data)
  end
)

-- fragment: events_of_types
events v
left join employees e on e.company_id = v.company_id and e.number = v.employee_number
where v.company_id = :companyId and (:types is null or v.type in (select value from json_each(:types)))

-- name: add_all :exec
insert into events (company_id, sequence, id, type, at, employee_number, data)
select :companyId, :first + position, id, type, at, employeeNumber, data
from rows(:events) given;

-- name: find_bounds :one
select
  coalesce((select sequence from events where company_id = :companyId order by sequence limit 1), next_event) as first,
  next_event - 1 as last
from companies where company_id = :companyId;

-- name: list_json :many
-- Reads no further than `through`, so that a filter that nothing passes costs no more than that.
select v.sequence, {{event_json}} as json
from {{events_of_types}} and v.sequence > :after and v.sequence <= :through
order by v.sequence
limit :count;

-- name: list_newest_json :many
select {{event_json}} as json
from {{events_of_types}}
order by v.sequence desc
limit :count;

-- name: list_newer :many
select c.company_id as companyId, c.next_event - 1 as last
from rows(:companies) known
cross join companies c
where c.company_id = known.companyId and c.next_event - 1 > known.checkedTo;

-- name: list_types :many
select type, sequence
from events
where company_id = :companyId and sequence > :after
order by sequence
limit :count;

-- name: count_written :one
select coalesce(sum(next_event - 1), 0) as count from companies;

-- name: find_old :one
-- A clock that was wrong for a while may have left younger events before older ones: these go with them.
select
  c.company_id as companyId,
  (
    select max(sequence)
    from (
      select sequence, at from events where company_id = c.company_id order by sequence limit 1000
    ) oldest
    where at < :before
  ) as through
from companies c
where exists (
  select 1
  from (select at from events where company_id = c.company_id order by sequence limit 100) oldest
  where at < :before
)
limit 1;

-- name: delete_through :exec
-- spans events: at most a thousand events, as find_old says.
delete from events where company_id = :companyId and sequence <= :through;

-- name: delete_all :exec
-- scans events: a company is deleted, or a sandbox reset.
delete from events where company_id = :companyId;

-- name: find_state :one
-- scans events: all that is kept is counted for the command line.
select count(*) as count, min(at) as oldestAt, count(*) filter (where at < :before) as expired from events;
