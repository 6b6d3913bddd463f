-- fragment: contest
select
  entry, id, name, starts_at as startsAt, ends_at as endsAt, departments, prizes, ties, counts, reasons, badges,
  deciders, created_at as createdAt, cancelled_at as cancelledAt, closed_at as closedAt, people, standings, withheld, teams
from contests

-- fragment: takes_part_in_contest
e.deactivated_at is null
  and (:everybody or e.department_number in (select value from json_each(:departments)))

-- name: create :exec
insert into contests (
  company_id, entry, id, name, name_key, starts_at, ends_at, departments, prizes, ties, counts, reasons, badges,
  deciders, created_at
)
values (
  :companyId, :entry, :id, :name, :nameKey, :startsAt, :endsAt,
  :departments, :prizes, :ties, :counts, :reasons, :badges,
  :deciders, :now
);

-- name: change :exec
update contests
set name = :name, name_key = :nameKey, starts_at = :startsAt, ends_at = :endsAt, departments = :departments,
    prizes = :prizes, ties = :ties, counts = :counts, reasons = :reasons, badges = :badges, deciders = :deciders
where company_id = :companyId and entry = :entry;

-- name: cancel :exec
update contests set cancelled_at = :now where company_id = :companyId and entry = :entry;

-- name: close :exec
update contests
set closed_at = :now, people = :people, standings = :standings, withheld = :withheld, teams = :teams
where company_id = :companyId and entry = :entry;

-- name: find :one
{{contest}}
where company_id = :companyId and entry = :entry;

-- name: find_by_id :one
{{contest}}
where company_id = :companyId and id = :id;

-- name: list_matching :many
{{contest}}
where company_id = :companyId and (id = :id or name_key = :nameKey)
order by entry;

-- name: list :many
-- The newest first, from a number down.
{{contest}}
where company_id = :companyId and entry < :before
order by entry desc
limit :count;

-- name: list_open :many
{{contest}}
where company_id = :companyId and closed_at is null and cancelled_at is null
order by ends_at, entry;

-- name: list_closed :many
{{contest}}
where company_id = :companyId and closed_at is not null
order by entry;

-- name: list_due :many
select t.company_id as companyId, c.id, t.entry, t.id as contestId
from contests t indexed by contests_open
join companies c on c.company_id = t.company_id
where t.closed_at is null and t.cancelled_at is null and t.ends_at <= :endedBy
order by t.ends_at, t.company_id, t.entry;

-- fragment: xp_of_days
select employee_number as number, entry, amount
from xp_ledger indexed by xp_ledger_by_day
where company_id = :companyId and counts_at >= :startsAt and counts_at < :endsAt

-- fragment: xp_for_reasons
{{xp_of_days}} and reason in (select value from json_each(:reasons))

-- fragment: badges_of_days
select employee_number as number, entry, 1 as amount
from badge_awards indexed by badge_awards_by_day
where company_id = :companyId and awarded_at >= :startsAt and awarded_at < :endsAt and revoked_at is null
  and (:anyBadge or badge_code in (select value from json_each(:badges)))

-- fragment: earned
select number, sum(amount) as xp, 0 as reached
from entries
group by number
having sum(amount) > 0

-- fragment: earned_in_turn
-- Of equal XP, who had it first: by the entry with which somebody's XP of these days first was what it is now, or more.
select number, xp, min(entry) as reached
from (
  select
    number, entry, sum(amount) over (partition by number order by entry) as soFar,
    sum(amount) over (partition by number) as xp
  from entries
) counted
where xp > 0 and soFar >= xp
group by number, xp

-- fragment: places
select w.number, w.xp, e.xp as totalXp, coalesce(e.department_number, 0) as departmentNumber, w.reached as tieBreak
from earned w
cross join employees e on e.company_id = :companyId and e.number = w.number
where {{takes_part_in_contest}}
order by 2 desc, 5, 1

-- name: rank_xp :many
-- spans xp_ledger, sorts: the entries of the days that count. The ranker thread ranks them.
with entries as ({{xp_of_days}}), earned as materialized ({{earned}})
{{places}};

-- name: rank_xp_in_turn :many
-- spans xp_ledger, sorts: as rank_xp.
with entries as ({{xp_of_days}}), earned as materialized ({{earned_in_turn}})
{{places}};

-- name: rank_reasons :many
-- spans xp_ledger, sorts: as rank_xp. The reason of each entry is read from the ledger.
with entries as ({{xp_for_reasons}}), earned as materialized ({{earned}})
{{places}};

-- name: rank_reasons_in_turn :many
-- spans xp_ledger, sorts: as rank_reasons.
with entries as ({{xp_for_reasons}}), earned as materialized ({{earned_in_turn}})
{{places}};

-- name: rank_badges :many
-- spans badge_awards, sorts: the badges that were earned in the days that count. The ranker thread ranks them.
with entries as ({{badges_of_days}}), earned as materialized ({{earned}})
{{places}};

-- name: rank_badges_in_turn :many
-- spans badge_awards, sorts: as rank_badges.
with entries as ({{badges_of_days}}), earned as materialized ({{earned_in_turn}})
{{places}};

-- fragment: of_changed_person
from xp_ledger l
where l.company_id = e.company_id and l.employee_number = e.number
  and l.counts_at >= :startsAt and l.counts_at < :endsAt
  and (:anyReason or l.reason in (select value from json_each(:reasons)))

-- name: list_changes :many
-- spans employees, sorts: whoever changed since the ranking; of each, the entries of these days.
with changed as (
  select
    e.number, e.xp as totalXp, coalesce(e.department_number, 0) as departmentNumber,
    {{takes_part_in_contest}} as takesPart,
    (select coalesce(sum(l.amount), 0) {{of_changed_person}}) as xp,
    case when :byTime then coalesce((
      select min(s.entry)
      from (
        select l.entry, sum(l.amount) over (order by l.entry) as soFar, sum(l.amount) over () as total
        {{of_changed_person}}
      ) s
      where s.soFar >= s.total
    ), 0) else 0 end as tieBreak
  from employees e
  where e.company_id = :companyId and e.revision > :revision
)
select number, xp, totalXp, departmentNumber, tieBreak, takesPart and xp > 0 as active
from changed;

-- name: list_team_members :many
-- sorts: everybody of departments that win, who are counted before.
select e.number
from employees e indexed by employees_by_department
where e.company_id = :companyId and e.department_number in (select value from json_each(:departments))
  and e.deactivated_at is null
order by e.number;

-- name: list_winners :many
select e.number, e.id, e.coins
from json_each(:numbers) n
cross join employees e on e.company_id = :companyId and e.number = n.value;

-- name: list_own_xp :many
-- sorts: the entries of one person in the days of a contest.
select reason as name, sum(amount) as xp
from xp_ledger
where company_id = :companyId and employee_number = :employeeNumber and counts_at >= :startsAt and counts_at < :endsAt
group by reason;
