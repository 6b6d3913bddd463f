-- When the last link of an account was made, also of one that has been used or has run out.
alter table portal_accounts add column invited_at integer;
update portal_accounts set invited_at = link_expires_at - 900000 where link_expires_at is not null;
