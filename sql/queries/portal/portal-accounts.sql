-- fragment: portal_account
a.company_id as companyId, a.entry, a.id, a.employee_number as employeeNumber, e.id as employeeId,
coalesce(a.email, e.email) as email, coalesce(e.account_name, e.given_name) as name, a.role as ownRole,
e.is_admin as isAdmin, e.portal_role as portalRole, e.deactivated_at as deactivatedAt,
e.department_number as departmentNumber, a.password_hash as passwordHash, a.link_expires_at as linkExpiresAt,
a.created_at as createdAt, a.disabled_at as disabledAt, a.last_sign_in_at as lastSignInAt, a.issuer,
a.totp_since as totpSince, a.invited_by_card as invitedByCard, a.renewed_at as renewedAt, a.renewed_by as renewedBy,
e.external_id as externalId, {{has_email}} as hasEmail, a.language

-- fragment: with_employee
left join employees e on e.company_id = a.company_id and e.number = a.employee_number

-- name: create :exec
insert into portal_accounts (company_id, entry, id, employee_number, email, email_key, role, created_at)
values (:companyId, :entry, :id, :employeeNumber, :email, :emailKey, :role, :now);

-- name: find :one
select {{portal_account}}
from portal_accounts a {{with_employee}}
where a.company_id = :companyId and a.id = :id;

-- name: find_by_email :one
-- Two searches, because one search over both addresses would read all accounts. An account's own address comes first.
select {{portal_account}}
from portal_accounts a {{with_employee}}
where a.company_id = :companyId and a.entry = coalesce(
  (select entry from portal_accounts where company_id = :companyId and email_key = :emailKey),
  (
    select own.entry
    from employees holder
    join portal_accounts own on own.company_id = holder.company_id and own.employee_number = holder.number
    where holder.company_id = :companyId and holder.email_key = :emailKey
  )
);

-- name: find_by_external_id :one
select {{portal_account}}
from employees e
join portal_accounts a on a.company_id = e.company_id and a.employee_number = e.number
where e.company_id = :companyId and e.external_id = :externalId;

-- name: find_by_identity :one
select {{portal_account}}
from portal_accounts a {{with_employee}}
where a.subject = :subject and a.issuer = :issuer;

-- name: find_by_link :one
select {{portal_account}}
from portal_accounts a {{with_employee}}
where a.link_hash = :hash and a.link_expires_at > :now and a.invited_at < :madeBefore
  and a.disabled_at is null and e.deactivated_at is null;

-- name: list :many
-- scans portal_accounts: the command line lists every account.
select {{portal_account}}
from portal_accounts a {{with_employee}}
where a.company_id = :companyId
order by a.entry;

-- name: list_names :many
-- scans portal_accounts: a part of a name may be in any name.
select a.id, coalesce(a.email, e.email) as email, coalesce(e.account_name, e.given_name) as name
from portal_accounts a {{with_employee}}
where a.company_id = :companyId
order by a.entry;

-- name: list_page :many
select {{portal_account}}
from portal_accounts a {{with_employee}}
where a.company_id = :companyId and a.entry < :before
order by a.entry desc
limit :count;

-- fragment: with_role
listed (entry) as (
  select entry
  from portal_accounts indexed by portal_accounts_by_own_role
  where company_id = :companyId and role is not null
  union all
  select own.entry
  from employees holder indexed by employees_out_of_the_ordinary
  cross join portal_accounts own on own.company_id = holder.company_id and own.employee_number = holder.number
  where holder.company_id = :companyId and {{is_exception}}
    and (holder.is_admin = 1 or holder.portal_role is not null)
)

-- name: list_page_with_role :many
-- scans employees, spans portal_accounts, sorts: few accounts and people have a role.
with {{with_role}}
select {{portal_account}}
from (select entry from listed where entry < :before order by entry desc limit :count) as page
cross join portal_accounts a on a.company_id = :companyId and a.entry = page.entry
{{with_employee}}
order by a.entry desc;

-- name: list_roles :many
-- scans employees, spans portal_accounts, sorts: as `list_page_with_role`.
with {{with_role}}
select a.entry, a.role as ownRole, e.is_admin as isAdmin, e.portal_role as portalRole
from (select entry from listed where entry > :after order by entry limit :count) as page
cross join portal_accounts a on a.company_id = :companyId and a.entry = page.entry
{{with_employee}}
order by a.entry;

-- fragment: is_owner
(a.role = 'owner' or e.is_admin = 1 and e.portal_role = 'owner')

-- name: find_owner :one
-- Of the few accounts and people with a role, because owners may be anywhere among the others.
select entry
from (
  select entry
  from portal_accounts indexed by portal_accounts_by_own_role
  where company_id = :companyId and role is not null and role = 'owner' and disabled_at is null
  union all
  select own.entry
  from employees holder indexed by employees_out_of_the_ordinary
  cross join portal_accounts own on own.company_id = holder.company_id and own.employee_number = holder.number
  where holder.company_id = :companyId and {{is_exception}} and holder.deactivated_at is null
    and holder.is_admin = 1 and holder.portal_role = 'owner' and own.disabled_at is null
) owners
limit 1;

-- name: list_ownerless :many
-- scans portal_accounts, sorts: a check of the whole file.
-- Companies whose owners are all disabled or deactivated.
select c.name
from portal_accounts a {{with_employee}}
join companies c on c.company_id = a.company_id
where {{is_owner}}
group by c.company_id, c.name
having count(*) filter (where a.disabled_at is null and e.deactivated_at is null) = 0
order by c.company_id;

-- name: list_with_address_of_employee :many
-- scans portal_accounts: the few accounts with a role of their own.
-- Only of active employees who have no account.
select a.entry, a.id, a.role, e.number, e.id as employeeId
from portal_accounts a indexed by portal_accounts_by_own_role
cross join employees e on e.company_id = a.company_id and e.email_key = a.email_key
where a.company_id = :companyId and a.role is not null and e.deactivated_at is null
  and not exists (
    select 1 from portal_accounts o where o.company_id = e.company_id and o.employee_number = e.number
  );

-- name: give_to_employee :exec
update portal_accounts set employee_number = :number, email = null, email_key = null, role = null
where company_id = :companyId and entry = :entry;

-- name: list_beside_employees :many
-- scans portal_accounts: a check of the whole file.
-- Accounts with the address of an employee that are not theirs.
select a.id, e.id as employeeId
from portal_accounts a
join employees e on e.company_id = a.company_id and e.email_key = a.email_key
where a.role is not null and a.disabled_at is null
order by a.company_id, a.entry;

-- name: set_link :exec
-- A link that was asked for on the sign-in page is no new one that somebody else made.
update portal_accounts
set link_hash = :hash, link_expires_at = :expiresAt, invited_at = :now, invited_by_card = case when :isCard then 1 else 0 end,
    renewed_at = case when password_hash is null or :actor = 'portal sign-in' then renewed_at else :now end,
    renewed_by = case when password_hash is null or :actor = 'portal sign-in' then renewed_by else :actor end
where company_id = :companyId and entry = :entry;

-- name: set_password :exec
-- A link must not undo the change.
update portal_accounts set password_hash = :passwordHash, link_hash = null, link_expires_at = null
where company_id = :companyId and entry = :entry;

-- name: set_language :exec
update portal_accounts set language = :language where company_id = :companyId and entry = :entry;

-- name: set_email :exec
update portal_accounts set email = :email, email_key = :emailKey
where company_id = :companyId and entry = :entry;

-- name: set_role :exec
update portal_accounts set role = :role where company_id = :companyId and entry = :entry;

-- name: set_disabled :exec
update portal_accounts set disabled_at = :disabledAt, link_hash = null, link_expires_at = null
where company_id = :companyId and entry = :entry;

-- name: set_identity :exec
-- Whoever holds a link must not get an account in which somebody has signed in.
update portal_accounts set issuer = :issuer, subject = :subject, link_hash = null, link_expires_at = null
where company_id = :companyId and entry = :entry;

-- name: end_link :exec
update portal_accounts set link_hash = null, link_expires_at = null
where company_id = :companyId and entry = :entry and link_hash is not null;

-- name: set_totp :exec
update portal_accounts
set totp_since = :since, totp_secret = :secret, totp_step = :step, recovery_hashes = :recoveryHashes
where company_id = :companyId and entry = :entry;

-- name: clear_totp :exec
update portal_accounts set totp_since = null, totp_secret = null, totp_step = null, recovery_hashes = null
where company_id = :companyId and entry = :entry;

-- name: find_totp :one
select totp_secret as secret, totp_step as step, recovery_hashes as recoveryHashes
from portal_accounts
where company_id = :companyId and entry = :entry and totp_since is not null;

-- name: set_totp_step :exec
update portal_accounts set totp_step = :step where company_id = :companyId and entry = :entry;

-- name: set_recovery_hashes :exec
update portal_accounts set recovery_hashes = :recoveryHashes where company_id = :companyId and entry = :entry;

-- name: note_sign_in :exec
update portal_accounts set last_sign_in_at = :now where company_id = :companyId and entry = :entry;

-- name: delete_one :exec
delete from portal_accounts where company_id = :companyId and entry = :entry;

-- name: delete_all :exec
-- scans portal_accounts: a company is deleted, or a sandbox reset.
delete from portal_accounts where company_id = :companyId;

-- name: find_of_employee :one
select {{portal_account}}
from portal_accounts a {{with_employee}}
where a.company_id = :companyId and a.employee_number = :number;
