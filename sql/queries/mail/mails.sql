-- name: create :exec
insert into mails (
  company_id, entry, id, kind, account_entry, link_seed, client, created_at, expires_at, state, next_attempt_at
)
values (
  :companyId, :entry, :id, :kind, :accountEntry, :linkSeed, :client, :now, :expiresAt, 'waiting', :now
);

-- fragment: waiting_mail
from mails m where m.company_id = c.company_id and m.next_attempt_at

-- name: find_waiting :one
-- Since when the mail waits that is due next, of the company where that is longest; null without one.
select min(since) as since
from (
  select (select m.created_at {{waiting_mail}} > 0 order by m.next_attempt_at, m.entry limit 1) as since
  from companies c
) waiting;

-- name: list_due :many
-- One mail of each company, so that none waits for the many of another. An attempt beyond `horizon` was planned by a clock that
-- has been set back since.
select companyId, entry
from (
  select c.company_id as companyId, coalesce(
    (select m.entry {{waiting_mail}} <= :now order by m.next_attempt_at, m.entry limit 1),
    (select m.entry {{waiting_mail}} > :horizon order by m.next_attempt_at, m.entry limit 1)
  ) as entry
  from companies c
) due
where entry is not null;

-- name: find :one
-- A mail that waits, with everything that its text and its receiver follow from, as they are now.
select
  m.id, m.kind, m.link_seed as linkSeed, m.client, m.created_at as createdAt, m.expires_at as expiresAt,
  c.name as companyName, c.mode, a.disabled_at as disabledAt, e.deactivated_at as deactivatedAt,
  coalesce(a.email, e.email) as email, coalesce(e.account_name, e.given_name) as name,
  a.email is not null or {{has_email}} as hasEmail
from mails m
join companies c on c.company_id = m.company_id
join portal_accounts a on a.company_id = m.company_id and a.entry = m.account_entry
{{with_employee}}
where m.company_id = :companyId and m.entry = :entry and m.state = 'waiting';

-- name: find_link :one
select 1 as isCurrent
from mails m
join portal_accounts a on a.company_id = m.company_id and a.entry = m.account_entry
where m.company_id = :companyId and m.entry = :entry and a.link_hash = :hash;

-- name: find_attempts :one
select attempts from mails where company_id = :companyId and entry = :entry and state = 'waiting';

-- name: record :exec
update mails
set state = :state, attempts = :attempts, attempted_at = :attemptedAt, next_attempt_at = :nextAttemptAt,
  status = :status, error = :error, link_seed = case when :state = 'waiting' then link_seed end
where company_id = :companyId and entry = :entry and state = 'waiting';

-- name: count_waiting :one
select count(*) as count
from (select 1 from mails where company_id = :companyId and next_attempt_at is not null limit :most) waiting;

-- name: list_to_account :many
-- When mails to an account were made, since then.
select created_at as createdAt
from mails indexed by mails_by_account
where company_id = :companyId and account_entry = :accountEntry and created_at > :since and kind = :kind
limit :most;

-- name: count_in_company :one
select count(*) as count
from (
  select 1 from mails where company_id = :companyId and created_at > :since and kind = :kind limit :most
) made;

-- name: summarize :one
-- scans mails: all that is kept is counted, for the health of the service.
select
  count(*) as kept,
  count(*) filter (where state = 'waiting' and attempts > 0) as retried,
  count(*) filter (where state = 'failed' and attempted_at > :since) as failed
from mails;

-- name: list_errors :many
-- scans mails, sorts: as `summarize`; there are few errors.
select error, status, count(*) as count
from mails
where state = 'failed' and attempted_at > :since or state = 'waiting' and attempts > 0
group by 1, 2
order by 3 desc, 1, 2
limit 3;

-- name: find_state :one
-- scans mails: all that is kept is counted, for the command line and before a portion is deleted.
select count(*) as count, min(created_at) as oldestAt,
  count(*) filter (where state <> 'waiting' and created_at < :before) as expired
from mails;

-- name: delete_old :exec
-- scans mails: a portion of them, wherever they are. Housekeeping deletes them.
delete from mails
where (company_id, entry) in (
  select company_id, entry from mails where state <> 'waiting' and created_at < :before limit :count
);

-- name: delete_to_account :exec
-- Where the person is erased.
delete from mails indexed by mails_by_account where company_id = :companyId and account_entry = :accountEntry;

-- name: delete_all :exec
-- scans mails: a company is deleted.
delete from mails where company_id = :companyId;
