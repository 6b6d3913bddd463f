-- name: find_target :one
-- The webhook and the event of a delivery, where both still exist, and what is on record of it.
select w.id, w.failing_since as failingSince, w.failures, w.disabled_at as disabledAt, w.disabled_by as disabledBy,
  coalesce(d.attempts, 0) as attempts
from webhooks w
join events v on v.company_id = w.company_id and v.sequence = :sequence
left join webhook_deliveries d
  on d.company_id = w.company_id and d.webhook_entry = w.entry and d.sequence = v.sequence
where w.company_id = :companyId and w.entry = :entry;

-- name: record :exec
insert into webhook_deliveries (
  company_id, webhook_entry, sequence, state, attempts, attempted_at, milliseconds, status, error, next_attempt_at
)
values (
  :companyId, :entry, :sequence, :state, :attempts, :attemptedAt, :milliseconds, :status, :error, :nextAttemptAt
)
on conflict (company_id, webhook_entry, sequence) do update
set state = excluded.state, attempts = excluded.attempts, attempted_at = excluded.attempted_at,
    milliseconds = excluded.milliseconds, status = excluded.status, error = excluded.error,
    next_attempt_at = excluded.next_attempt_at;

-- name: list_new :many
-- Reads no further than `through`, so that types without events cost no more than that.
select v.sequence
from events v
where v.company_id = :companyId
  and v.sequence > :after and v.sequence <= :through
  and (:types is null or v.type in (select value from json_each(:types)))
  and not exists (
    select 1 from webhook_deliveries d
    where d.company_id = v.company_id and d.webhook_entry = :entry and d.sequence = v.sequence
  )
order by v.sequence
limit :count;

-- fragment: due_delivery
select d.sequence, d.next_attempt_at from webhook_deliveries d
where d.company_id = :companyId and d.webhook_entry = :entry and d.next_attempt_at is not null

-- name: list_due :many
-- A retry beyond `horizon` was planned by a clock that has been set back since.
select sequence from (
  {{due_delivery}} and d.next_attempt_at <= :now order by d.next_attempt_at limit :count
) due
union all
select sequence from (
  {{due_delivery}} and d.next_attempt_at > :horizon order by d.next_attempt_at limit :count
) planned;

-- fragment: retry_of_known
select 1 from webhook_deliveries d
where d.company_id = known.companyId and d.webhook_entry = known.entry and d.next_attempt_at is not null

-- name: list_with_work :many
-- Of these webhooks, those with an event after a number or a retry that is due.
select known.companyId, known.entry
from rows(:webhooks) known
cross join companies c
where c.company_id = known.companyId
  and (
    c.next_event - 1 > known.reached
    or exists ({{retry_of_known}} and d.next_attempt_at <= :now)
    or exists ({{retry_of_known}} and d.next_attempt_at > :horizon)
  );

-- fragment: delivery
select
  d.sequence, v.id as eventId, v.type, v.at as occurredAt, d.state, d.attempts, d.attempted_at as attemptedAt, d.milliseconds,
  d.status, d.error, d.next_attempt_at as nextAttemptAt

-- fragment: deliveries_before
cross join events v on v.company_id = d.company_id and v.sequence = d.sequence
where d.company_id = :companyId and d.webhook_entry = :entry and d.sequence < :before

-- name: list :many
{{delivery}}
from webhook_deliveries d
{{deliveries_before}} and (not :onlyDelivered or d.state = 'delivered')
order by d.sequence desc
limit :count;

-- name: list_undelivered :many
-- Few among many. The last condition is that of the partial index: only where it is repeated does SQLite use the index.
{{delivery}}
from webhook_deliveries d indexed by webhook_deliveries_undelivered
{{deliveries_before}} and d.state = :state and d.state <> 'delivered'
order by d.sequence desc
limit :count;

-- name: count_waiting :one
select count(*) as count from webhook_deliveries indexed by webhook_deliveries_undelivered
where company_id = :companyId and webhook_entry = :entry and state = 'waiting' and state <> 'delivered';

-- name: send_again :exec
-- scans events: an event is named by its id, which only somebody by hand does.
insert into webhook_deliveries (company_id, webhook_entry, sequence, state, attempts, next_attempt_at)
select company_id, :entry, sequence, 'waiting', 0, :now
from events
where company_id = :companyId and id in (select value from json_each(:ids))
on conflict (company_id, webhook_entry, sequence) do update set state = 'waiting', attempts = 0, next_attempt_at = excluded.next_attempt_at;

-- name: send_undelivered_again :exec
update webhook_deliveries set state = 'waiting', attempts = 0, next_attempt_at = :now
where company_id = :companyId and webhook_entry = :entry and state <> 'delivered';

-- name: abandon :exec
update webhook_deliveries set state = 'failed', next_attempt_at = null
where company_id = :companyId and webhook_entry = :entry and next_attempt_at is not null;

-- name: delete_of_webhook :exec
delete from webhook_deliveries where company_id = :companyId and webhook_entry = :entry;

-- name: find_oldest_undelivered :one
-- When the oldest event happened that an enabled webhook has not received. Types need no escapes in JSON, so that they can
-- be searched in it; reading it for every event takes ten times as long.
select min(v.at) as at
from (
  select
    w.company_id,
    (
      select min(d.sequence) from webhook_deliveries d indexed by webhook_deliveries_undelivered
      where d.company_id = w.company_id and d.webhook_entry = w.entry and d.state = 'waiting' and d.state <> 'delivered'
    ) as sequence
  from webhooks w where w.disabled_at is null
  union all
  select
    w.company_id,
    (
      select n.sequence from events n
      where n.company_id = w.company_id and n.sequence > w.settled
        and (w.types is null or instr(w.types, '"' || n.type || '"') > 0)
        and not exists (
          select 1 from webhook_deliveries d
          where d.company_id = w.company_id and d.webhook_entry = w.entry and d.sequence = n.sequence
        )
      order by n.sequence
      limit 1
    )
  from webhooks w where w.disabled_at is null
) u
join events v on v.company_id = u.company_id and v.sequence = u.sequence;
