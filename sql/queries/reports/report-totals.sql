-- fragment: with_placement
-- Where somebody was when a period ended, or is: the first former placement that ended later, or what employees says.
cross join employees e on e.company_id = :companyId and e.number = g.number
left join former_placements f
  on f.company_id = :companyId and f.employee_number = g.number
  and f.until = (
    select min(x.until) from former_placements x
    where x.company_id = :companyId and x.employee_number = g.number
      and case g.unit when 'month' then x.month else x.week end > g.period
  )

-- fragment: department_at_end
coalesce(f.department_number, e.department_number, 0)

-- fragment: is_active_at_end
case when f.until is null then e.deactivated_at is null else f.is_active = 1 end

-- fragment: was_active_within
-- Until some time of the period.
exists (
  select 1 from former_placements x
  where x.company_id = :companyId and x.employee_number = g.number
    and case g.unit when 'month' then x.month else x.week end = g.period and x.is_active = 1
)

-- fragment: was_active
-- At some time of the period.
({{is_active_at_end}} or {{was_active_within}})

-- name: add_people :exec
insert into report_totals (company_id, unit, period, department_number, people, joiners)
select :companyId, unit, period, departmentNumber, people, people
from rows(:joined) given
where true
on conflict (company_id, unit, period, department_number) do update set
  people = report_totals.people + excluded.people, joiners = report_totals.joiners + excluded.joiners;

-- fragment: later_placement
former_placements x
where x.company_id = :companyId and x.employee_number = g.number
  and case g.unit when 'month' then x.month else x.week end > g.period
order by x.until limit 1

-- fragment: has_been_left
-- Whether anybody moved after the period, which is mostly one that goes on. Only then is looked where whom it is about was.
g.endsAt <= (
  select x.until from former_placements x where x.company_id = :companyId order by x.until desc limit 1
)

-- fragment: given_in_periods
-- Entries of one month and one week, in each of them.
(
  select given.*, u.unit, u.period, u.startsAt, u.endsAt
  from given cross join (
    select 'month' as unit, :month as period, :monthStart as startsAt, :monthEnd as endsAt
    union all
    select 'week', :week, :weekStart, :weekEnd
  ) u
) g

-- name: add_xp :exec
-- scans former_placements, sorts: the last entry of its index, and the entries of one change.
-- Somebody takes part with their first positive entry of a period.
with given as materialized rows(:entries)
insert into report_totals (company_id, unit, period, department_number, participants, xp)
select :companyId, unit, period, departmentNumber, count(*) filter (where takesPart), sum(amount)
from (
  select
    g.unit, g.period, g.amount,
    coalesce(
      case when {{has_been_left}} then (select x.department_number from {{later_placement}}) end, g.departmentNumber, 0
    ) as departmentNumber,
    g.amount > 0 and not exists (
      select 1 from xp_ledger l
      where l.company_id = :companyId and l.employee_number = g.number and l.counts_at >= g.startsAt
        and l.counts_at < g.endsAt and l.amount > 0 and l.entry < g.entry
    ) and (
      coalesce(case when {{has_been_left}} then (select x.is_active = 1 from {{later_placement}}) end, g.isActive)
      or {{was_active_within}}
    ) as takesPart
  from {{given_in_periods}}
) counted
group by unit, period, departmentNumber
on conflict (company_id, unit, period, department_number) do update set
  participants = report_totals.participants + excluded.participants, xp = report_totals.xp + excluded.xp;

-- name: add_coins :exec
-- sorts: the entries of one change.
with given as materialized rows(:entries)
insert into report_totals (company_id, unit, period, department_number, coins_held, coins_earned, coins_spent)
select
  :companyId, unit, period, departmentNumber, sum(case when isActive then earned - spent else 0 end), sum(earned), sum(spent)
from (
  select
    g.unit, g.period, g.earned, g.spent, {{department_at_end}} as departmentNumber, {{is_active_at_end}} as isActive
  from {{given_in_periods}}
  {{with_placement}}
) counted
group by unit, period, departmentNumber
on conflict (company_id, unit, period, department_number) do update set
  coins_held = report_totals.coins_held + excluded.coins_held,
  coins_earned = report_totals.coins_earned + excluded.coins_earned,
  coins_spent = report_totals.coins_spent + excluded.coins_spent;

-- name: add_totals_of :exec
-- scans report_totals: all periods of a department that is merged into another one.
insert into report_totals (
  company_id, unit, period, department_number, people, coins_held, joiners, leavers, participants, signed_in, redeemers,
  xp, coins_earned, coins_spent, badges
)
select
  company_id, unit, period, :into, people, coins_held, joiners, leavers, participants, signed_in, redeemers, xp,
  coins_earned, coins_spent, badges
from report_totals
where company_id = :companyId and department_number = :from
on conflict (company_id, unit, period, department_number) do update set
  people = report_totals.people + excluded.people, coins_held = report_totals.coins_held + excluded.coins_held,
  joiners = report_totals.joiners + excluded.joiners, leavers = report_totals.leavers + excluded.leavers,
  participants = report_totals.participants + excluded.participants,
  signed_in = report_totals.signed_in + excluded.signed_in, redeemers = report_totals.redeemers + excluded.redeemers,
  xp = report_totals.xp + excluded.xp, coins_earned = report_totals.coins_earned + excluded.coins_earned,
  coins_spent = report_totals.coins_spent + excluded.coins_spent, badges = report_totals.badges + excluded.badges;

-- name: delete_totals_of :exec
-- scans report_totals: all periods of a department that is merged into another one.
delete from report_totals where company_id = :companyId and department_number = :departmentNumber;

-- name: move_placements :exec
-- scans former_placements: a department is merged into another one.
update former_placements set department_number = :into
where company_id = :companyId and department_number = :from;

-- fragment: sums
sum(people) as people, sum(coins_held) as coins_held, sum(joiners) as joiners, sum(leavers) as leavers,
sum(participants) as participants, sum(signed_in) as signed_in, sum(redeemers) as redeemers, sum(xp) as xp,
sum(coins_earned) as coins_earned, sum(coins_spent) as coins_spent, sum(badges) as badges

-- fragment: is_asked_for
company_id = :companyId and unit = :unit
and (:everybody or department_number in (select value from json_each(:departments)))

-- name: list :many
-- sorts: the periods of a report, of which each has a row for every department.
select
  period, people, coins_held as coinsHeld, joiners, leavers, participants, signed_in as signedIn, redeemers, xp,
  coins_earned as coinsEarned, coins_spent as coinsSpent, badges
from (
  select period, {{sums}}
  from report_totals
  where {{is_asked_for}} and period between :first and :last
  group by period
) found
order by period;

-- name: sum_before :one
select coalesce(sum(people), 0) as people, coalesce(sum(coins_held), 0) as coinsHeld
from report_totals
where {{is_asked_for}} and period < :first;

-- name: list_people :many
-- sorts: the people of each department, and by how much they became more in the periods of a report.
select :first - 1 as period, department_number as departmentNumber, sum(people) as people, 0 as leavers
from report_totals
where company_id = :companyId and unit = :unit and period < :first
group by department_number
union all
select period, department_number, people, leavers
from report_totals
where company_id = :companyId and unit = :unit and period between :first and :last and (people <> 0 or leavers <> 0)
order by 1;

-- name: list_participants :many
select period, department_number as departmentNumber, participants
from report_totals
where company_id = :companyId and unit = :unit and period between :first and :last and participants <> 0;

-- name: find_sign_ins_since :one
select sign_ins_since as at from companies where company_id = :companyId;

-- fragment: recounted
-- All that the totals of a company are to be, from its ledgers and people.
select unit, period, department_number, {{sums}}
from (
  {{recounted_deeds}}
  union all
  {{recounted_placements}}
) counted
group by unit, period, department_number

-- fragment: units
(select 'month' as unit union all select 'week') u

-- fragment: recounted_deeds
select
  g.unit, g.period, {{department_at_end}} as department_number, 0 as people,
  case when {{is_active_at_end}} then coins_earned - coins_spent else 0 end as coins_held, 0 as joiners, 0 as leavers,
  case when gained = 1 and {{was_active}} then 1 else 0 end as participants, signed_in, redeemed as redeemers, g.xp,
  coins_earned, coins_spent, badges
from (
  select
    unit, period, number, max(gained) as gained, max(signed_in) as signed_in, max(redeemed) as redeemed, sum(xp) as xp,
    sum(earned) as coins_earned, sum(spent) as coins_spent, sum(badges) as badges
  from (
    select
      unit, number, gained, redeemed, 0 as signed_in, xp, earned, spent, badges,
      case unit
        when 'month' then cast(substr(date(at / 1000, 'unixepoch'), 1, 4) as integer) * 12
          + cast(substr(date(at / 1000, 'unixepoch'), 6, 2) as integer) - 1
        else (at / 86400000 + 3) / 7
      end as period
    from (
      select
        employee_number as number, counts_at as at, case when amount > 0 then 1 else 0 end as gained, 0 as redeemed,
        amount as xp, 0 as earned, 0 as spent, 0 as badges
      from xp_ledger where company_id = :companyId
      union all
      select
        employee_number, recorded_at, 0, 0, 0, case when source = 'shop' then 0 else amount end,
        case when source = 'shop' then -amount else 0 end, 0
      from coin_ledger where company_id = :companyId
      union all
      select employee_number, awarded_at, 0, 0, 0, 0, 0, 1
      from badge_awards where company_id = :companyId and revoked_at is null
      union all
      select employee_number, created_at, 0, 1, 0, 0, 0, 0
      from redemptions where company_id = :companyId
    ) deeds
    cross join {{units}}
    union all
    select unit, employee_number, 0, 0, 1, 0, 0, 0, 0, period
    from sign_in_periods where company_id = :companyId
  ) dated
  group by unit, period, number
) g
{{with_placement}}

-- fragment: recounted_placements
-- Both sides of each change: where somebody was when the period ended, and what was so before it.
select
  unit, period, case when isEnd = 1 then endsIn else beganIn end as department_number,
  case when isEnd = 1 then endsActive else -wasBefore end as people,
  case when isEnd = 1 then endsActive else -beganActive end * coins as coins_held,
  case when isEnd = 1 and wasThere = 1 and wasBefore = 0 then 1 else 0 end as joiners,
  case when isEnd = 1 and wasThere = 1 and endsActive = 0 then 1 else 0 end as leavers,
  0 as participants, 0 as signed_in, 0 as redeemers, 0 as xp, 0 as coins_earned, 0 as coins_spent, 0 as badges
from (
  select
    g.unit, g.period, {{department_at_end}} as endsIn, case when {{is_active_at_end}} then 1 else 0 end as endsActive,
    case when {{was_active}} then 1 else 0 end as wasThere, coalesce(b.department_number, e.department_number, 0) as beganIn,
    coalesce(b.is_active, case when e.deactivated_at is null then 1 else 0 end) as beganActive,
    case
      when g.begins < g.period and coalesce(b.is_active, case when e.deactivated_at is null then 1 else 0 end) = 1 then 1
      else 0
    end as wasBefore,
    case when b.until is null then 0 else (
      select coalesce(sum(l.amount), 0) from coin_ledger l
      where l.company_id = :companyId and l.employee_number = g.number
        and case g.unit
          when 'month' then cast(substr(date(l.recorded_at / 1000, 'unixepoch'), 1, 4) as integer) * 12
            + cast(substr(date(l.recorded_at / 1000, 'unixepoch'), 6, 2) as integer) - 1
          else (l.recorded_at / 86400000 + 3) / 7
        end < g.period
    ) end as coins
  from (
    select unit, begins as period, number, begins from ({{beginnings}}) begun
    union
    select
      p.unit, case p.unit when 'month' then c.month else c.week end, c.employee_number, p.begins
    from former_placements c
    join ({{beginnings}}) p on p.number = c.employee_number
    where c.company_id = :companyId
  ) g
  {{with_placement}}
  left join former_placements b
    on b.company_id = :companyId and b.employee_number = g.number
    and b.until = (
      select min(x.until) from former_placements x
      where x.company_id = :companyId and x.employee_number = g.number
        and case g.unit when 'month' then x.month else x.week end >= g.period
    )
) changed
cross join (select 1 as isEnd union all select 0) sides

-- fragment: beginnings
select
  unit, number,
  case unit
    when 'month' then cast(substr(date(begins_at / 1000, 'unixepoch'), 1, 4) as integer) * 12
      + cast(substr(date(begins_at / 1000, 'unixepoch'), 6, 2) as integer) - 1
    else (begins_at / 86400000 + 3) / 7
  end as begins
from employees cross join {{units}}
where company_id = :companyId

-- name: list_wrong :many
-- scans badge_awards, scans coin_ledger, scans employees, scans former_placements, scans redemptions, scans report_totals, scans sign_in_periods, scans xp_ledger, sorts: a check of the whole file.
select unit, period, department_number as departmentNumber
from (
  select * from ({{recounted}}) actual
  union all
  select
    unit, period, department_number, -people, -coins_held, -joiners, -leavers, -participants, -signed_in, -redeemers, -xp,
    -coins_earned, -coins_spent, -badges
  from report_totals where company_id = :companyId
) compared
group by unit, period, department_number
having sum(people) <> 0 or sum(coins_held) <> 0 or sum(joiners) <> 0 or sum(leavers) <> 0 or sum(participants) <> 0
  or sum(signed_in) <> 0 or sum(redeemers) <> 0 or sum(xp) <> 0 or sum(coins_earned) <> 0 or sum(coins_spent) <> 0
  or sum(badges) <> 0
limit :most;

-- name: delete_all :exec
-- scans report_totals: a company is deleted, or its totals are counted again.
delete from report_totals where company_id = :companyId;

-- name: rebuild :exec
-- scans badge_awards, scans coin_ledger, scans employees, scans former_placements, scans redemptions, scans sign_in_periods, scans xp_ledger, sorts: the totals of a company are counted again.
insert into report_totals (
  company_id, unit, period, department_number, people, coins_held, joiners, leavers, participants, signed_in, redeemers,
  xp, coins_earned, coins_spent, badges
)
select :companyId, recounted.* from ({{recounted}}) recounted;

-- name: delete_placements :exec
-- scans former_placements: a company is deleted.
delete from former_placements where company_id = :companyId;

-- name: delete_sign_ins :exec
-- scans sign_in_periods: a company is deleted.
delete from sign_in_periods where company_id = :companyId;
