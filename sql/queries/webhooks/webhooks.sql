-- fragment: webhook_record
select
  w.company_id as companyId, w.entry, w.id, w.url, w.format, w.types, w.secrets,
  w.made_by as madeBy, w.created_at as createdAt, w.settled as deliveredThrough,
  w.failing_since as failingSince, w.failures, w.disabled_at as disabledAt, w.disabled_by as disabledBy
from webhooks w

-- name: create :exec
insert into webhooks (company_id, entry, id, url, format, types, secrets, made_by, created_at, settled)
select company_id, :entry, :id, :url, :format, :types, :secrets, :madeBy, :now, next_event - 1
from companies where company_id = :companyId;

-- name: list :many
{{webhook_record}}
where w.company_id = :companyId
order by w.entry;

-- name: list_enabled :many
{{webhook_record}}
where w.disabled_at is null
order by w.company_id, w.entry;

-- name: list_in_trouble :many
{{webhook_record}}
where w.disabled_by in ('receiver', 'failures') or (w.disabled_at is null and w.failing_since is not null)
order by w.company_id, w.entry;

-- name: set_state :exec
update webhooks
set failing_since = :failingSince, failures = :failures, disabled_at = :disabledAt, disabled_by = :disabledBy
where company_id = :companyId and entry = :entry;

-- name: set_secrets :exec
update webhooks set secrets = :secrets where company_id = :companyId and entry = :entry;

-- name: set_delivered_through :exec
update webhooks set settled = max(settled, :through) where company_id = :companyId and entry = :entry;

-- name: skip_all :exec
update webhooks
set settled = (select next_event - 1 from companies c where c.company_id = webhooks.company_id)
where company_id = :companyId and entry = :entry;

-- name: delete_one :exec
delete from webhooks where company_id = :companyId and entry = :entry;

-- name: delete_all :exec
delete from webhooks where company_id = :companyId;

-- name: summarize :one
select
  count(*) filter (where disabled_at is null and failing_since is null) as active,
  count(*) filter (where disabled_at is null and failing_since is not null) as failing,
  count(*) filter (where disabled_at is not null) as disabled
from webhooks;
