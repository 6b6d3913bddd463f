-- fragment: invitable
-- Everybody active, with the account that they may have.
from employees e
left join portal_accounts a on a.company_id = e.company_id and a.employee_number = e.number
left join departments d on d.company_id = e.company_id and d.number = e.department_number
where e.company_id = :companyId and e.deactivated_at is null and e.erased_at is null
  and (not :inDepartments or e.department_number in (select value from json_each(:departments)))

-- fragment: invitation_state
case
  when a.disabled_at is not null then 'disabled'
  when a.password_hash is not null or a.issuer is not null then 'signed_in'
  when a.link_expires_at > :now and a.invited_by_card = 1 then 'card'
  when a.link_expires_at > :now then 'invited'
  when a.link_expires_at is not null then 'expired'
  else 'never'
end

-- name: list_states :many
-- scans employees, sorts: everybody is counted, in the ranker thread. An index of departments has all that is asked of people,
-- and nobody who was erased is active.
select e.department_number as departmentNumber, {{invitation_state}} as state, count(*) as people
from employees e indexed by employees_by_department
left join portal_accounts a on a.company_id = e.company_id and a.employee_number = e.number
where e.company_id = :companyId and e.deactivated_at is null
group by 1, 2;

-- name: list_states_without_email :many
-- scans employees, sorts: everybody is looked at, where some have no email.
select e.department_number as departmentNumber, {{invitation_state}} as state, count(*) as people
from employees e
left join portal_accounts a on a.company_id = e.company_id and a.employee_number = e.number
where e.company_id = :companyId and e.deactivated_at is null and not {{has_email}}
group by 1, 2;

-- name: list_page :many
select
  e.number, e.id, e.email, coalesce(e.account_name, e.given_name) as name, d.name as departmentName,
  e.is_admin as isAdmin, e.portal_role as portalRole, {{invitation_state}} as state, a.invited_at as invitedAt,
  a.link_expires_at as linkExpiresAt, a.last_sign_in_at as lastSignInAt, {{has_email}} as hasEmail,
  case when a.password_hash is null and a.issuer is not null then 1 else 0 end as isAtProvider
{{invitable}}
  and e.number > :after and (:state is null or {{invitation_state}} = :state)
order by e.number
limit :count;

-- name: list_uninvited :many
select e.number, e.id, e.email, {{has_email}} as hasEmail, coalesce(e.account_name, e.given_name) as name,
  d.name as departmentName, a.entry, a.id as accountId, e.external_id as externalId
{{invitable}}
  and (not :amongNumbers or e.number in (select value from json_each(:numbers)))
  and (:hasEmail is null or {{has_email}} = :hasEmail) and (not :forCards or e.external_id is not null)
  and (e.is_admin = 0 or :withAdmins)
  and a.disabled_at is null and a.password_hash is null and a.issuer is null
  and (a.link_expires_at is null or a.link_expires_at <= :now or :again)
order by e.number
limit :count;

-- name: list_among :many
select e.number, {{invitation_state}} as state, a.invited_at as invitedAt, a.link_expires_at as linkExpiresAt,
  a.last_sign_in_at as lastSignInAt
from json_each(:numbers) n
cross join employees e on e.company_id = :companyId and e.number = n.value
left join portal_accounts a on a.company_id = e.company_id and a.employee_number = e.number
where e.deactivated_at is null;
