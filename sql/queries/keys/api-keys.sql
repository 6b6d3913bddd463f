-- fragment: key_record
select
  k.company_id as companyId, k.id, k.name, k.hint, k.scopes, k.requests_per_minute as requestsPerMinute,
  k.created_at as createdAt, k.expires_at as expiresAt, k.revoked_at as revokedAt,
  k.successor_id as successorId, k.last_used_at as lastUsedAt, k.last_used_from as lastUsedFrom,
  c.mode, c.id as companyPublicId, c.name as companyName
from api_keys k join companies c using (company_id)

-- name: create :exec
insert into api_keys (company_id, entry, id, hash, hint, name, scopes, requests_per_minute, created_at, expires_at)
values (:companyId, :entry, :id, :hash, :hint, :name, :scopes, :requestsPerMinute, :now, :expiresAt);

-- name: find_usable :one
{{key_record}}
where k.hash = :hash and k.revoked_at is null;

-- name: find :one
{{key_record}}
where k.company_id = :companyId and k.id = :id;

-- name: list :many
{{key_record}}
where k.company_id = :companyId
order by k.entry;

-- name: list_all :many
{{key_record}}
order by k.company_id, k.entry;

-- name: revoke :exec
update api_keys set revoked_at = :now where company_id = :companyId and id = :id and revoked_at is null;

-- name: supersede :exec
update api_keys set expires_at = :expiresAt, successor_id = :successorId
where company_id = :companyId and id = :id;

-- name: list_usable :many
{{key_record}}
where k.revoked_at is null and (k.expires_at is null or k.expires_at > :now)
order by k.company_id, k.entry;

-- name: list_expiring :many
-- Those of a company to which a roster is being applied have their turn afterwards: nothing else changes it until then.
select k.company_id as companyId, k.id, k.expires_at as expiresAt
from api_keys k join companies c on c.company_id = k.company_id
where k.revoked_at is null and k.successor_id is null and k.expires_at > :now and k.expires_at < :until
  and k.expiry_noted_at is null and c.held_until is null
order by k.company_id, k.entry;

-- name: note_expiry :exec
update api_keys set expiry_noted_at = :now where company_id = :companyId and id = :id;

-- name: record_uses :exec
update api_keys
set last_used_at = u.at, last_used_from = u.client
from rows(:uses) u
where company_id = u.companyId and api_keys.id = u.keyId;
