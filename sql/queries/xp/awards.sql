-- name: note_actors :exec
-- Gives a number to those who have none.
insert into award_actors (company_id, number, actor)
select
  :companyId,
  (select coalesce(max(number), 0) from award_actors where company_id = :companyId) + row_number() over (order by g.key),
  g.value
from json_each(:actors) g
where not exists (select 1 from award_actors where company_id = :companyId and actor = g.value);

-- name: list_actors :many
select number from award_actors where company_id = :companyId and {{is_by_actor}} order by number;

-- fragment: source_of_entry
-- An entry without a source was written by its actor.
coalesce(l.source, (select actor from award_actors a where a.company_id = l.company_id and a.number = l.actor))

-- fragment: award
l.entry, l.recorded_at as at, a.actor, e.id as employeeId, e.erased_at is not null as isErased, l.amount, l.reason,
l.once_key as idempotencyKey, l.total

-- fragment: xp_award
'xp.award' as action, {{award}}, l.counts_at as countsAt, l.badges

-- fragment: coin_award
'coins.grant' as action, {{award}}, l.recorded_at as countsAt, cast(null as text) as badges

-- fragment: with_people
cross join award_actors a on a.company_id = l.company_id and a.number = l.actor
cross join employees e on e.company_id = l.company_id and e.number = l.employee_number

-- fragment: is_award
-- An entry with a total is a decision of its own.
l.company_id = :companyId and l.total is not null
and l.entry < :before
and (:byAnybody or l.actor in (select value from json_each(:actors)))
and (:employeeNumber is null or l.employee_number = :employeeNumber)
and (:since is null or l.recorded_at >= :since)
and (:until is null or l.recorded_at < :until)

-- fragment: is_of_time
-- The same times as `is_award` leaves, so that an index over time finds them: other lists go by entry or person.
l.recorded_at >= coalesce(:since, 0) and l.recorded_at < coalesce(:until, 9007199254740991)

-- fragment: newest
order by l.entry desc
limit :count

-- name: list :many
select * from (
  select {{xp_award}}
  from xp_ledger l indexed by xp_ledger_awards
  {{with_people}}
  where :withXp and {{is_award}}
  {{newest}}
) xp
union all
select * from (
  select {{coin_award}}
  from coin_ledger l indexed by coin_ledger_awards
  {{with_people}}
  where :withCoins and {{is_award}}
  {{newest}}
) coin;

-- name: list_by_actor :many
select * from (
  select {{xp_award}}
  from xp_ledger l indexed by xp_ledger_awards_by_actor
  {{with_people}}
  where :withXp and {{is_award}} and l.actor = :exactly
  {{newest}}
) xp
union all
select * from (
  select {{coin_award}}
  from coin_ledger l indexed by coin_ledger_awards_by_actor
  {{with_people}}
  where :withCoins and {{is_award}} and l.actor = :exactly
  {{newest}}
) coin;

-- name: list_of_time :many
-- spans coin_ledger, spans xp_ledger, sorts: read where count_of_time has found few.
select * from (
  select {{xp_award}}
  from xp_ledger l indexed by xp_ledger_awards_by_time
  {{with_people}}
  where :withXp and {{is_award}} and {{is_of_time}}
  {{newest}}
) xp
union all
select * from (
  select {{coin_award}}
  from coin_ledger l indexed by coin_ledger_awards_by_time
  {{with_people}}
  where :withCoins and {{is_award}} and {{is_of_time}}
  {{newest}}
) coin;

-- name: list_to :many
select * from (
  select {{xp_award}}
  from xp_ledger l
  {{with_people}}
  where :withXp and {{is_award}} and l.employee_number = :exactly
  {{newest}}
) xp
union all
select * from (
  select {{coin_award}}
  from coin_ledger l
  {{with_people}}
  where :withCoins and {{is_award}} and l.employee_number = :exactly
  {{newest}}
) coin;

-- name: count_of_time :one
-- Counts no further than a limit.
select count(*) as count
from (
  select 1
  from (
    select l.recorded_at from xp_ledger l indexed by xp_ledger_awards_by_time
    where l.company_id = :companyId and l.total is not null and {{is_of_time}}
    union all
    select l.recorded_at from coin_ledger l indexed by coin_ledger_awards_by_time
    where l.company_id = :companyId and l.total is not null and {{is_of_time}}
  ) awarded
  limit :atMost
) counted;
