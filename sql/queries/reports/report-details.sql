-- fragment: is_of_days
company_id = :companyId and counts_at >= :from and counts_at < :until

-- name: list_reasons :many
-- spans xp_ledger, sorts: the entries of some days, in the ranker thread.
select reason as name, sum(amount) as xp, 0 as coins, count(distinct employee_number) as people
from xp_ledger indexed by xp_ledger_by_day
where {{is_of_days}} and reason is not null
group by reason
having count(distinct employee_number) >= :smallest
order by xp desc, name
limit :most;

-- name: sum_other_reasons :one
-- spans xp_ledger, sorts: the entries of some days, in the ranker thread.
select coalesce(sum(amount), 0) as xp, 0 as coins, count(distinct employee_number) as people
from xp_ledger indexed by xp_ledger_by_day
where {{is_of_days}} and (reason is null or reason not in (select value from json_each(:named)));

-- name: count_xp :one
-- Counts no further than a limit.
select count(*) as count
from (
  select 1 from xp_ledger indexed by xp_ledger_by_day
  where {{is_of_days}}
  limit :atMost
) counted;

-- fragment: given
-- All that was given in some days. Prices and refunds of the shop are not.
select x.actor, x.employee_number, x.amount as xp, 0 as coins
from xp_ledger x indexed by xp_ledger_by_day
where x.company_id = :companyId and x.counts_at >= :from and x.counts_at < :until
union all
select c.actor, c.employee_number, 0, c.amount
from coin_ledger c
where c.company_id = :companyId and c.recorded_at >= :from and c.recorded_at < :until and coalesce(c.source, '') <> 'shop'

-- name: list_givers :many
-- scans coin_ledger, spans xp_ledger, sorts: the entries of some days, in the ranker thread.
select a.actor as name, sum(g.xp) as xp, sum(g.coins) as coins, count(distinct g.employee_number) as people
from ({{given}}) g
join award_actors a on a.company_id = :companyId and a.number = g.actor
group by a.actor
having count(distinct g.employee_number) >= :smallest
order by xp desc, coins desc, name
limit :most;

-- name: sum_other_givers :one
-- scans coin_ledger, spans xp_ledger, sorts: the entries of some days, in the ranker thread.
select coalesce(sum(g.xp), 0) as xp, coalesce(sum(g.coins), 0) as coins, count(distinct g.employee_number) as people
from ({{given}}) g
left join award_actors a on a.company_id = :companyId and a.number = g.actor
where a.actor is null or a.actor not in (select value from json_each(:named));

-- fragment: received_nothing
-- Whoever was there all the time.
from employees e indexed by employees_active
where e.company_id = :companyId and e.deactivated_at is null and e.begins_at < :since
  and (:everybody or coalesce(e.department_number, 0) in (select value from json_each(:departments)))
  and not exists (
    select 1 from xp_ledger l
    where l.company_id = e.company_id and l.employee_number = e.number and l.counts_at >= :since and l.amount > 0
  )
  and not exists (
    select 1 from coin_ledger l
    where l.company_id = e.company_id and l.employee_number = e.number and l.recorded_at >= :since and l.amount > 0
      and coalesce(l.source, '') <> 'shop'
  )
  and not exists (
    select 1 from badge_awards a
    where a.company_id = e.company_id and a.employee_number = e.number and +a.awarded_at >= :since
      and a.revoked_at is null
  )

-- name: list_without :many
select e.number, e.id, coalesce(e.account_name, e.given_name) as name, e.email, e.department_number as departmentNumber
{{received_nothing}} and e.number > :after
order by e.number
limit :count;

-- name: count_without :one
-- scans employees: everybody is looked at, in the ranker thread.
select count(*) as count
{{received_nothing}};
