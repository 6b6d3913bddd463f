-- When the last link of an account was made, also of one that has been used or has run out.
alter table portal_accounts add column invited_at bigint;
