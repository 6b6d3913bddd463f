-- name: create :exec
insert into mails (
  company_id, entry, id, kind, account_entry, link_seed, client, created_at, expires_at, state, next_attempt_at
)
values (
  :companyId, :entry, :id, :kind, :accountEntry, :linkSeed, :client, :now, :expiresAt, 'waiting', :now
);

-- name: create_notices :exec
-- For those who get them. Of a kind nobody gets a second mail within an hour.
insert into mails (
  company_id, entry, id, kind, employee_number, subject, created_at, expires_at, state, next_attempt_at
)
select
  :companyId, n.entry, n.id, n.kind, n.employeeNumber, n.subject, :now, :expiresAt, 'waiting',
  max(:soonest, coalesce((
    select s.attempted_at + :apart
    from mails s indexed by mails_by_employee
    where s.company_id = :companyId and s.employee_number = n.employeeNumber and s.kind = n.kind and s.state = 'sent'
    order by s.entry desc
    limit 1
  ), 0))
from rows(:notices) n
cross join companies c on c.company_id = :companyId
cross join employees e on e.company_id = :companyId and e.number = n.employeeNumber
where c.mode = 'live' and instr(c.unwanted_mail, n.kind) = 0 and instr(e.unwanted_mail, n.kind) = 0
  and e.deactivated_at is null and {{has_email}};

-- name: renew_account_notices :exec
-- Who waits to be told of a kind will read of what is newest.
update mails indexed by mails_by_account set subject = :subject
where company_id = :companyId and account_entry in (select value from json_each(:accounts)) and kind = :kind
  and state = 'waiting';

-- name: create_account_notices :exec
-- For those who get them, do not wait for one of that kind, and were not told the same last, since a time. Nobody gets a second
-- mail of a kind within an hour.
insert into mails (
  company_id, entry, id, kind, account_entry, subject, created_at, expires_at, state, next_attempt_at
)
select
  :companyId, n.entry, n.id, :kind, n.accountEntry, :subject, :now, :expiresAt, 'waiting',
  max(:now, coalesce((
    select s.attempted_at + :apart
    from mails s indexed by mails_by_account
    where s.company_id = :companyId and s.account_entry = n.accountEntry and s.kind = :kind and s.state = 'sent'
    order by s.created_at desc
    limit 1
  ), 0))
from rows(:notices) n
cross join companies c on c.company_id = :companyId
cross join portal_accounts a on a.company_id = :companyId and a.entry = n.accountEntry
left join employees e on e.company_id = a.company_id and e.number = a.employee_number
where c.mode = 'live' and instr(c.unwanted_mail, :kind) = 0 and instr(a.unwanted_mail, :kind) = 0
  and a.disabled_at is null and e.deactivated_at is null and (a.email is not null or {{has_email}})
  and not exists (
    select 1
    from (
      select w.state, w.subject, w.created_at
      from mails w indexed by mails_by_account
      where w.company_id = :companyId and w.account_entry = n.accountEntry and w.kind = :kind
      order by w.created_at desc
      limit 1
    ) as latest
    where latest.state = 'waiting' or latest.subject = :subject and latest.created_at > :sameSince
  );

-- fragment: waiting_mail
from mails m where m.company_id = c.company_id and m.next_attempt_at

-- name: find_waiting :one
-- Since when the mail waits that is due next, of the company where that is longest; null without one. A notice first waits
-- for others on purpose.
select min(since) as since
from (
  select (select case when m.attempts = 0 and m.link_seed is null then m.next_attempt_at else m.created_at end {{waiting_mail}} > 0 order by m.next_attempt_at, m.entry limit 1) as since
  from companies c
) waiting;

-- name: list_due :many
-- One mail of each company, so that none waits for the many of another; a link before anything else. An attempt beyond `horizon` was planned by a clock that
-- has been set back since.
select companyId, entry
from (
  select c.company_id as companyId, coalesce(
    (
      select m.entry {{waiting_mail}} <= :now and m.link_seed is not null
      order by m.next_attempt_at, m.entry limit 1
    ),
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
  m.employee_number as employeeNumber, c.name as companyName, c.mode, e.deactivated_at as deactivatedAt,
  coalesce(a.disabled_at, (
    select o.disabled_at
    from portal_accounts o
    where o.company_id = m.company_id and o.employee_number = m.employee_number
  )) as disabledAt,
  coalesce(a.language, (
    select o.language
    from portal_accounts o
    where o.company_id = m.company_id and o.employee_number = m.employee_number
  ), c.language) as language,
  m.account_entry as accountEntry, a.role as ownRole, e.is_admin as isAdmin, e.portal_role as portalRole,
  coalesce(a.email, e.email) as email, coalesce(e.account_name, e.given_name) as name,
  a.email is not null or {{has_email}} as hasEmail,
  instr(c.unwanted_mail, m.kind) > 0 or instr(coalesce(e.unwanted_mail, ''), m.kind) > 0
    or instr(coalesce(a.unwanted_mail, ''), m.kind) > 0 as isUnwanted
from mails m
join companies c on c.company_id = m.company_id
left join portal_accounts a on a.company_id = m.company_id and a.entry = m.account_entry
left join employees e on e.company_id = m.company_id and e.number = coalesce(m.employee_number, a.employee_number)
where m.company_id = :companyId and m.entry = :entry and m.state = 'waiting';

-- name: find_link :one
select 1 as isCurrent
from mails m
join portal_accounts a on a.company_id = m.company_id and a.entry = m.account_entry
where m.company_id = :companyId and m.entry = :entry and a.link_hash = :hash;

-- name: list_notices :many
-- What somebody is to be told of in one mail, oldest first.
select entry, id, subject
from mails indexed by mails_by_employee
where company_id = :companyId and employee_number = :employeeNumber and kind = :kind and state = 'waiting'
order by entry
limit :most;

-- name: list_redemptions :many
select i.name as item, r.coin_price as price, r.status, r.reason
from redemptions r
join shop_items i on i.company_id = r.company_id and i.entry = r.item_entry
where r.company_id = :companyId and r.id in (select value from json_each(:ids)) and r.status <> 'pending'
order by r.id;

-- name: list_badges :many
-- Those that somebody holds still.
select b.name, b.description
from badges b
where b.company_id = :companyId and b.code in (select value from json_each(:codes))
  and exists (
    select 1
    from badge_awards a
    where a.company_id = b.company_id and a.employee_number = :employeeNumber and a.badge_code = b.code
      and a.revoked_at is null
  )
order by b.code;

-- name: list_thanks :many
-- Those that are shown still.
select coalesce(g.account_name, g.given_name) as "from", v.name as value, p.message, r.coins
from json_each(:ids) i
cross join kudos_posts p on p.company_id = :companyId and p.id = i.value
cross join kudos_receivers r
  on r.company_id = p.company_id and r.post = p.entry and r.employee_number = :employeeNumber
cross join kudos_values v on v.company_id = p.company_id and v.code = p.value_code
cross join employees g on g.company_id = p.company_id and g.number = p.giver_number
where p.state = 'shown';

-- name: list_prizes :many
select l.amount as coins, l.reason
from coin_ledger l
where l.company_id = :companyId and l.employee_number = :employeeNumber
  and l.entry in (select value from json_each(:entries))
order by l.entry;

-- name: find_progress :one
select xp, coins, department_number as departmentNumber
from employees
where company_id = :companyId and number = :employeeNumber;

-- name: hold_back :exec
-- spans mails: those of one person and kind that are kept.
-- What else somebody is told of waits, once they have got a mail of that kind.
update mails set next_attempt_at = :until
where company_id = :companyId and employee_number = :employeeNumber and kind = :kind and next_attempt_at < :until;

-- name: find_attempts :one
select attempts, kind, employee_number as employeeNumber
from mails where company_id = :companyId and entry = :entry and state = 'waiting';

-- name: record :exec
update mails
set state = :state, attempts = :attempts, attempted_at = :attemptedAt, next_attempt_at = :nextAttemptAt,
  status = :status, error = :error, link_seed = case when :state = 'waiting' then link_seed end
where company_id = :companyId and entry = :entry and state = 'waiting';

-- name: count_waiting :one
select count(*) as count
from (select 1 from mails where company_id = :companyId and next_attempt_at is not null limit :most) waiting;

-- name: count_due :one
-- How many of those are due.
select count(*) as count
from (
  select 1 from mails where company_id = :companyId and next_attempt_at <= :now limit :most
) due;

-- name: count_links :one
select count(*) as count
from (select 1 from mails where company_id = :companyId and link_seed is not null limit :most) waiting;

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
  count(*) filter (where state = 'waiting') as waiting,
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

-- name: delete_to_employee :exec
-- Likewise.
delete from mails indexed by mails_by_employee where company_id = :companyId and employee_number = :employeeNumber;

-- name: delete_all :exec
-- scans mails: a company is deleted.
delete from mails where company_id = :companyId;
