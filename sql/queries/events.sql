-- name: add_all :exec
insert into events (company_id, sequence, id, type, at, employee_number, data)
select :companyId, :first + position, id, type, at, employeeNumber, data
from rows(:events);

-- name: find_bounds :one
select
  coalesce((select min(sequence) from events where company_id = :companyId), next_event) as first,
  next_event - 1 as last
from companies where company_id = :companyId;

-- name: list_json :many
-- Reads no further than `through`, so that a filter that nothing passes costs no more than that.
select
  v.sequence,
  json_object(
    'id', v.id,
    'type', v.type,
    'timestamp', iso_time(v.at),
    'sequence', v.sequence,
    'mode', (select mode from companies where company_id = :companyId),
    'data', iif(
      e.id is null,
      json(v.data),
      json_patch(json_object('employee_id', e.id, 'external_id', e.external_id), v.data)
    )
  ) as json
from events v
left join employees e on e.company_id = v.company_id and e.number = v.employee_number
where v.company_id = :companyId
  and v.sequence > :after and v.sequence <= :through
  and (:types is null or v.type in (select value from json_each(:types)))
order by v.sequence
limit :count;

-- name: delete_all :exec
delete from events where company_id = :companyId;
