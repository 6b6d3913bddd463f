-- name: list_events :many
-- sorts: the events of one message to a chat, at most 5,000.
-- What it says of them. People who have left are not named any more.
select
  v.sequence, v.type, v.data, v.employee_number as employeeNumber,
  e.deactivated_at is null as isActive, coalesce(e.account_name, e.given_name) as name,
  e.nickname, e.shown_as as choice
from json_each(:sequences) s
cross join events v on v.company_id = :companyId and v.sequence = s.value
left join employees e on e.company_id = v.company_id and e.number = v.employee_number
order by v.sequence;

-- name: list_thanked :many
-- Whom thanks are for that everybody may see.
select
  p.id, v.name as value, e.number, coalesce(e.account_name, e.given_name) as name, e.nickname, e.shown_as as choice
from json_each(:ids) i
cross join kudos_posts p on p.company_id = :companyId and p.id = i.value
cross join kudos_values v on v.company_id = p.company_id and v.code = p.value_code
cross join kudos_receivers r on r.company_id = p.company_id and r.post = p.entry
cross join employees e on e.company_id = r.company_id and e.number = r.employee_number
where p.state = 'shown' and p.visibility = 'company';

-- name: list_badges :many
select b.code, b.name
from json_each(:codes) c
cross join badges b on b.company_id = :companyId and b.code = c.value;
