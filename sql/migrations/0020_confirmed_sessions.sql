-- When the account's password was last given in this session; null since it was opened.
alter table portal_sessions add column confirmed_at integer;
