-- A link that was made before a deactivation does not come back with the person.
create trigger portal_links_end_with_employee after update of deactivated_at on employees
when old.deactivated_at is null and new.deactivated_at is not null
begin
  update portal_accounts set link_hash = null, link_expires_at = null
  where company_id = new.company_id and employee_number = new.number and link_hash is not null;
end;

update portal_accounts set link_hash = null, link_expires_at = null
where link_hash is not null
  and exists (
    select 1 from employees e
    where e.company_id = portal_accounts.company_id and e.number = portal_accounts.employee_number
      and e.deactivated_at is not null
  );
