-- An account with the address of an active employee is theirs, and ends with them. Its sessions go on.
drop trigger portal_sessions_end_with_account on portal_accounts;

create trigger portal_sessions_end_with_account after update of role, disabled_at, password_hash on portal_accounts
for each row when (
  old.role <> new.role
  or (old.disabled_at, old.password_hash) is distinct from (new.disabled_at, new.password_hash)
)
execute function accounts_end_sessions();

update employees
set is_admin = case a.role when 'viewer' then 0 else 1 end, portal_role = nullif(a.role, 'admin')
from portal_accounts a
where a.company_id = employees.company_id and a.email_key = employees.email_key and employees.deactivated_at is null
  and not exists (
    select 1 from portal_accounts o
    where o.company_id = employees.company_id and o.employee_number = employees.number
  );

update portal_accounts
set employee_number = e.number, email = null, email_key = null, role = null
from employees e
where e.company_id = portal_accounts.company_id and e.email_key = portal_accounts.email_key and e.deactivated_at is null
  and not exists (
    select 1 from portal_accounts o
    where o.company_id = e.company_id and o.employee_number = e.number
  );
