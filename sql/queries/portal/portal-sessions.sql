-- fragment: has_ended
(created_at <= :openedAfter or created_at >= :openedBefore or last_used_at <= :usedAfter)

-- name: create :exec
insert into portal_sessions (
  company_id, account_entry, entry, id, hash, created_at, last_used_at, confirmed_at, client, browser
)
values (:companyId, :accountEntry, :entry, :id, :hash, :now, :now, :confirmedAt, :client, :browser);

-- name: find :one
-- Live sessions only: of an account that may sign in, and of a company that exists.
select
  s.id as sessionId, s.created_at as openedAt, s.last_used_at as lastUsedAt,
  coalesce(s.confirmed_at, s.created_at) as confirmedAt,
  c.id as companyPublicId, c.name as companyName, c.language as companyLanguage, c.time_zone as timeZone, {{portal_account}}
from portal_sessions s
join portal_accounts a on a.company_id = s.company_id and a.entry = s.account_entry
join companies c on c.company_id = s.company_id
{{with_employee}}
where s.hash = :hash and s.created_at > :openedAfter and s.created_at < :openedBefore and s.last_used_at > :usedAfter
  and a.disabled_at is null and e.deactivated_at is null;

-- name: list :many
-- sorts: the sessions of one account.
select id, created_at as openedAt, last_used_at as lastUsedAt, client, browser
from portal_sessions
where company_id = :companyId and account_entry = :accountEntry
  and created_at > :openedAfter and created_at < :openedBefore and last_used_at > :usedAfter
order by last_used_at desc, entry desc;

-- name: touch :exec
update portal_sessions set last_used_at = max(last_used_at, :now) where hash = :hash;

-- name: confirm :exec
update portal_sessions set confirmed_at = :now
where company_id = :companyId and account_entry = :accountEntry and id = :id;

-- name: end_one :exec
delete from portal_sessions where company_id = :companyId and account_entry = :accountEntry and id = :id;

-- name: end_others :exec
delete from portal_sessions where company_id = :companyId and account_entry = :accountEntry and id <> :id;

-- name: end_by_hash :exec
delete from portal_sessions where hash = :hash;

-- name: end_all :exec
delete from portal_sessions where company_id = :companyId and account_entry = :accountEntry;

-- name: delete_old :exec
delete from portal_sessions
where company_id = :companyId and account_entry = :accountEntry and {{has_ended}};

-- name: find_state :one
-- scans portal_sessions: all that is kept is counted, for the command line and before a portion is deleted.
select count(*) as count, min(created_at) as oldestAt, count(*) filter (where {{has_ended}}) as expired
from portal_sessions;

-- name: delete_ended :exec
-- scans portal_sessions: a portion of the sessions that have ended, wherever they are. Housekeeping deletes them.
delete from portal_sessions
where (company_id, account_entry, entry) in (
  select company_id, account_entry, entry from portal_sessions where {{has_ended}} limit :count
);

-- name: delete_all :exec
-- scans portal_sessions: a company is deleted, or a sandbox reset.
delete from portal_sessions where company_id = :companyId;
