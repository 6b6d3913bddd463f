-- fragment: gift
select
  g.entry, g.id, g.origin, g.subject, d.name as departmentName, g.again, g.began_at as beganAt, g.actor,
  g.lines, g.listed, g.given_to as givenTo, g.finished_at as finishedAt, g.people, g.xp, g.coins, g.badges, g.levels,
  g.coins_for_xp as coinsForXp,
  g.undo_began_at as undoBeganAt, g.undone_to as undoneTo, g.undone_at as undoneAt, g.undone_by as undoneBy,
  (
    select l.reason from gift_lines l
    where l.company_id = g.company_id and l.gift = g.entry
    order by l.line
    limit 1
  ) as reason
from gifts g
left join departments d on g.origin = 'department' and d.company_id = g.company_id and d.id = g.subject

-- fragment: is_given
-- Also where it was undone since.
state in ('given', 'undone', 'kept')

-- name: begin :exec
insert into gifts (company_id, entry, id, content, origin, subject, again, began_at, actor, lines)
values (:companyId, :entry, :id, :content, :origin, :subject, case when :again then 1 else 0 end, :now, :actor, :lines);

-- name: find :one
{{gift}}
where g.company_id = :companyId and g.entry = :entry;

-- name: find_by_id :one
{{gift}}
where g.company_id = :companyId and g.id = :id;

-- name: find_by_content :one
-- The last one of which nothing was undone.
{{gift}}
where g.company_id = :companyId and g.content = :content and g.undo_began_at is null
order by g.entry desc
limit 1;

-- name: list :many
{{gift}}
where g.company_id = :companyId and g.entry < :before
order by g.entry desc
limit :count;

-- name: count :one
-- Counts no further than a limit.
select count(*) as count from (select 1 from gifts where company_id = :companyId limit :atMost) counted;

-- name: add_lines :exec
insert into gift_lines (
  company_id, gift, line, employee_number, xp, coins, badge_code, reason, counts_at, state, why, said, said_key
)
select
  :companyId, :gift, line, employeeNumber, xp, coins, badge, reason, at,
  case when why is null then 'planned' else 'skipped' end, why,
  said, saidKey
from rows(:lines) given;

-- name: note_listed :exec
update gifts set listed = :listed where company_id = :companyId and entry = :entry;

-- name: list_lines :many
select line, employee_number as employeeNumber, xp, coins, badge_code as badge, reason, counts_at as at, why
from gift_lines
where company_id = :companyId and gift = :gift and line > :after
order by line
limit :count;

-- name: list_people :many
select {{resolved_employee}}
from json_each(:numbers) n
cross join employees e on e.company_id = :companyId and e.number = n.value;

-- name: list_names :many
select e.number, e.id, coalesce(e.account_name, e.given_name) as name
from json_each(:numbers) n
cross join employees e on e.company_id = :companyId and e.number = n.value;

-- name: list_everybody :many
-- scans employees: everybody is given something.
select number from employees where company_id = :companyId and deactivated_at is null order by number;

-- name: list_members :many
select e.number
from json_each(:departments) d
cross join employees e indexed by employees_by_department
  on e.company_id = :companyId and e.department_number = d.value
where e.deactivated_at is null;

-- name: list_earlier :many
-- For each line the gifts that gave the person the same, of the same origin.
select n.line, g.entry as gift
from rows(:lines) n
cross join gift_lines l indexed by gift_lines_by_person
  on l.company_id = :companyId and l.employee_number = n.employeeNumber and l.gift <> :gift
cross join gifts g on g.company_id = l.company_id and g.entry = l.gift
where l.state in ('given', 'kept') and l.xp = n.xp and l.coins = n.coins
  and l.badge_code is not distinct from n.badge and l.reason is not distinct from n.reason
  and l.counts_at is not distinct from n.at
  and g.origin = :origin and (g.began_at >= :since or g.finished_at is null)
  and (:origin = 'list' or g.subject is not distinct from :subject);

-- name: note_outcomes :exec
with given as materialized rows(:outcomes)
update gift_lines
set
  state = given.state, why = given.why, earlier = given.earlier, level = given.level,
  badge_entry = given.badgeEntry, coins_for_xp = given.coinsForXp
from given
where company_id = :companyId and gift = :gift and gift_lines.line = given.line;

-- name: note_given :exec
update gifts set given_to = :line where company_id = :companyId and entry = :entry;

-- name: sum :one
-- sorts: what a gift gave is added up once, at its end.
select
  count(distinct employee_number) as people, coalesce(sum(xp), 0) as xp, coalesce(sum(coins), 0) as coins,
  count(badge_entry) as badges, count(level) as levels, coalesce(sum(coins_for_xp), 0) as coinsForXp
from gift_lines
where company_id = :companyId and gift = :gift and {{is_given}};

-- name: finish :exec
update gifts
set finished_at = :now, people = :people, xp = :xp, coins = :coins, badges = :badges, levels = :levels,
  coins_for_xp = :coinsForXp
where company_id = :companyId and entry = :entry;

-- name: list_skipped :many
select l.line, l.why, e.id as employeeId, g.id as earlierId
from gift_lines l
left join employees e on e.company_id = l.company_id and e.number = l.employee_number
left join gifts g on g.company_id = l.company_id and g.entry = l.earlier
where l.company_id = :companyId and l.gift = :gift and l.state = 'skipped'
order by l.line;

-- name: count_skipped :one
select count(*) as count from gift_lines where company_id = :companyId and gift = :gift and state = 'skipped';

-- name: begin_undo :exec
update gifts set undo_began_at = :now, undone_by = :actor where company_id = :companyId and entry = :entry;

-- name: list_to_undo :many
-- Lines of the next people for whom a gift is to be undone.
select l.line, l.employee_number as employeeNumber
from gift_lines l
where l.company_id = :companyId and l.gift = :gift and l.line > :after and l.state = 'given'
order by l.line
limit :count;

-- name: list_lines_of :many
-- All that a gift gave to some people.
select
  l.line, l.employee_number as employeeNumber, l.xp, l.coins, l.badge_code as badge, l.reason, l.counts_at as at,
  l.level, l.badge_entry as badgeEntry, l.coins_for_xp as coinsForXp
from json_each(:numbers) n
cross join gift_lines l indexed by gift_lines_by_person
  on l.company_id = :companyId and l.employee_number = n.value and l.gift = :gift
where l.state = 'given';

-- name: find_line_to_decide :one
-- What somebody has of a gift, or is still to get.
select l.line
from gift_lines l indexed by gift_lines_by_person
where l.company_id = :companyId and l.employee_number = :number and l.gift = :gift
  and l.state in ('planned', 'given')
limit 1;

-- name: note_undone :exec
update gifts set undone_to = :line where company_id = :companyId and entry = :entry;

-- name: finish_undo :exec
update gifts set undone_at = :now where company_id = :companyId and entry = :entry;

-- name: count_undone :one
-- sorts: how many people a gift was undone for is told once, at its end.
select count(distinct +employee_number) as people
from gift_lines
where company_id = :companyId and gift = :gift and state = 'undone';

-- name: list_kept :many
-- sorts: for whom a gift was not undone is told once, at its end.
select distinct e.number, e.id as employeeId, coalesce(e.account_name, e.given_name) as name, l.why
from gift_lines l
join employees e on e.company_id = l.company_id and e.number = l.employee_number
where l.company_id = :companyId and l.gift = :gift and l.state = 'kept'
order by e.number;

-- name: list_shown :many
-- A page of lines with their people.
select
  l.line, e.id as employeeId, coalesce(e.account_name, e.given_name) as name, d.name as departmentName,
  l.xp, l.coins, l.badge_code as badge, l.badge_entry is not null as gotBadge, l.reason, l.counts_at as at, l.state,
  l.why, g.id as earlierId, l.level, l.said, l.coins_for_xp as coinsForXp, e.external_id as externalId
from gift_lines l
left join employees e on e.company_id = l.company_id and e.number = l.employee_number
{{with_department}}
left join gifts g on g.company_id = l.company_id and g.entry = l.earlier
where l.company_id = :companyId and l.gift = :gift and l.line > :after
order by l.line
limit :count;
