-- name: list_wrong_xp :many
-- scans employees: a check of the whole file.
-- Sums per person, so that a ledger of any length is read in its order and never sorted.
with sums as (
  select
    e.company_id, e.id, e.xp as stored,
    (
      select coalesce(sum(l.amount), 0)
      from xp_ledger l
      where l.company_id = e.company_id and l.employee_number = e.number
    ) as actual
  from employees e
)
select c.id as companyId, sums.id as employeeId, sums.stored, sums.actual
from sums
join companies c on c.company_id = sums.company_id
where sums.stored <> sums.actual
limit :most;

-- name: list_wrong_coins :many
-- scans employees: a check of the whole file.
with sums as (
  select
    e.company_id, e.id, e.coins as stored,
    (
      select coalesce(sum(l.amount), 0)
      from coin_ledger l
      where l.company_id = e.company_id and l.employee_number = e.number
    ) as actual
  from employees e
)
select c.id as companyId, sums.id as employeeId, sums.stored, sums.actual
from sums
join companies c on c.company_id = sums.company_id
where sums.stored <> sums.actual
limit :most;

-- name: list_wrong_months :many
-- scans xp_ledger, scans xp_months, sorts: a check of the whole file.
-- Derives the months in another way than the ledger's trigger.
with sums as (
  select
    company_id, employee_number,
    cast(substr(date(counts_at / 1000, 'unixepoch'), 1, 4) as integer) * 12
      + cast(substr(date(counts_at / 1000, 'unixepoch'), 6, 2) as integer) - 1 as month,
    sum(amount) as xp
  from xp_ledger
  group by 1, 2, 3
),
-- A union that is added up: in a full join SQLite would read one side once per row of the other.
compared as (
  select company_id, employee_number, month, sum(stored) as stored, sum(actual) as actual
  from (
    select company_id, employee_number, month, xp as stored, 0 as actual from xp_months
    union all
    select company_id, employee_number, month, 0, xp from sums
  ) sums
  group by 1, 2, 3
)
select c.id as companyId, e.id as employeeId, m.month, m.stored, m.actual
from compared m
left join companies c on c.company_id = m.company_id
left join employees e on e.company_id = m.company_id and e.number = m.employee_number
where m.stored <> m.actual
limit :most;

-- name: list_wrong_redemptions :many
-- scans redemptions: a check of the whole file.
-- `stored` is the amount that the redemption claims, `actual` the amount in the ledger.
with expected as (
  select
    company_id, employee_number, id, payment_entry as entry, -coin_price as amount
  from redemptions where payment_entry is not null
  union all
  select company_id, employee_number, id, refund_entry, coin_price
  from redemptions where refund_entry is not null
)
select
  c.id as companyId, e.id as employeeId, x.id as redemptionId,
  x.amount as stored, coalesce(l.amount, 0) as actual
from expected x
join companies c on c.company_id = x.company_id
left join employees e on e.company_id = x.company_id and e.number = x.employee_number
left join coin_ledger l
  on l.company_id = x.company_id and l.employee_number = x.employee_number and l.entry = x.entry
  and l.source = 'shop'
where l.amount is distinct from x.amount
limit :most;

-- name: list_orphan_shop_entries :many
-- scans coin_ledger, scans redemptions: a check of the whole file.
select c.id as companyId, e.id as employeeId, l.amount as actual
from coin_ledger l
join companies c on c.company_id = l.company_id
left join employees e on e.company_id = l.company_id and e.number = l.employee_number
where l.source = 'shop'
  and (l.company_id, l.entry) not in (
    select company_id, payment_entry from redemptions where payment_entry is not null
    union all
    select company_id, refund_entry from redemptions where refund_entry is not null
  )
limit :most;

-- name: list_wrong_coins_for_xp :many
-- scans coin_ledger, scans xp_ledger, scans xp_coins, sorts: a check of the whole file.
-- Of companies that give coins for XP, since they give so many.
with sums as (
  select
    company_id, employee_number, cast(sum(xp) as bigint) as xp, sum(coins) as coins, sum(gained) as gained,
    sum(owed) as owed
  from (
    select l.company_id, l.employee_number, l.amount as xp, 0 as coins, 0 as gained, 0 as owed
    from companies c
    join xp_ledger l on l.company_id = c.company_id and l.entry >= c.coins_for_xp_since
    where c.coins_per_100_xp > 0
    union all
    select l.company_id, l.employee_number, 0, l.amount, 0, 0
    from companies c
    join coin_ledger l on l.company_id = c.company_id and l.entry >= c.coins_for_xp_since and l.source = 'xp'
    where c.coins_per_100_xp > 0
    union all
    select x.company_id, x.employee_number, 0, 0, x.xp, x.owed
    from companies c
    join xp_coins x on x.company_id = c.company_id and x.since = c.coins_for_xp_since
    where c.coins_per_100_xp > 0
  ) parts
  group by 1, 2
),
compared as (
  select
    s.company_id, s.employee_number, s.xp, s.gained, s.coins,
    case
      when s.xp > 0 then c.coins_per_100_xp * (s.xp / 100) + c.coins_per_100_xp * (s.xp % 100) / 100
      else 0
    end + s.owed as expected
  from sums s
  join companies c on c.company_id = s.company_id
)
select c.id as companyId, e.id as employeeId, m.kind, m.stored, m.actual
from (
  select company_id, employee_number, 'xp_gained' as kind, gained as stored, xp as actual from compared
  where gained <> xp
  union all
  select company_id, employee_number, 'coins_for_xp', coins, expected from compared
  where coins <> expected
) m
left join companies c on c.company_id = m.company_id
left join employees e on e.company_id = m.company_id and e.number = m.employee_number
limit :most;

-- name: list_wrong_kudos :many
-- scans coin_ledger, scans kudos_posts, scans kudos_receivers, scans xp_ledger, sorts: a check of the whole file.
-- What people have got for thanks that were not taken back.
with parts as (
  select company_id, employee_number, 'kudos_coins' as kind, 0 as stored, amount as actual
  from coin_ledger where source = 'kudos'
  union all
  select company_id, employee_number, 'kudos_xp', 0, amount from xp_ledger where source = 'kudos'
  union all
  select r.company_id, r.employee_number, 'kudos_coins', r.coins, 0
  from kudos_receivers r
  join kudos_posts p on p.company_id = r.company_id and p.entry = r.post
  where p.is_reversed = 0
  union all
  select r.company_id, r.employee_number, 'kudos_xp', r.xp, 0
  from kudos_receivers r
  join kudos_posts p on p.company_id = r.company_id and p.entry = r.post
  where p.is_reversed = 0
  union all
  select company_id, giver_number, 'kudos_xp', giver_xp, 0 from kudos_posts where is_reversed = 0
),
compared as (
  select company_id, employee_number, kind, sum(stored) as stored, sum(actual) as actual
  from parts
  group by 1, 2, 3
)
select c.id as companyId, e.id as employeeId, m.kind, m.stored, m.actual
from compared m
left join companies c on c.company_id = m.company_id
left join employees e on e.company_id = m.company_id and e.number = m.employee_number
where m.stored <> m.actual
limit :most;

-- name: list_wrong_kudos_months :many
-- scans kudos_posts, scans kudos_spent, sorts: a check of the whole file.
-- What people and companies have spent, but for what was taken back in its month.
with counted as (
  select
    company_id, giver_number, points * receivers as points,
    cast(substr(date(given_at / 1000, 'unixepoch'), 1, 4) as integer) * 12
      + cast(substr(date(given_at / 1000, 'unixepoch'), 6, 2) as integer) - 1 as month
  from kudos_posts
  where is_reversed = 0
    or substr(date(given_at / 1000, 'unixepoch'), 1, 7) <> substr(date(ended_at / 1000, 'unixepoch'), 1, 7)
),
parts as (
  select company_id, giver_number as employee_number, month, 'kudos_spent' as kind, points as stored, 0 as actual
  from kudos_spent
  union all
  select company_id, giver_number, month, 'kudos_spent', 0, points from counted
  union all
  select company_id, 0, month, 'kudos_month', points, 0 from kudos_months
  union all
  select company_id, 0, month, 'kudos_month', 0, points from counted
),
compared as (
  select company_id, employee_number, month, kind, sum(stored) as stored, sum(actual) as actual
  from parts
  group by 1, 2, 3, 4
)
select c.id as companyId, e.id as employeeId, m.month, m.kind, m.stored, m.actual
from compared m
left join companies c on c.company_id = m.company_id
left join employees e on e.company_id = m.company_id and e.number = m.employee_number
where m.stored <> m.actual
limit :most;
