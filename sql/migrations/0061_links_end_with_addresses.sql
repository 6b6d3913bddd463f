-- A link that went to an address, which may be that of somebody else, ends with it. A card was handed over.
create trigger portal_links_end_with_address after update of email_key on employees
when old.email_key <> new.email_key
begin
  update portal_accounts set link_hash = null, link_expires_at = null
  where company_id = new.company_id and employee_number = new.number and link_hash is not null and invited_by_card = 0;
end;
