-- Mails that tell an employee of something. What they are about is looked up when they are sent.
alter table mails rename to mails_before;

create table mails (
  company_id integer not null references companies (company_id),
  entry integer not null,
  id text not null check (length(id) = 36),
  kind text not null check (kind in ('invitation', 'link', 'redemption', 'badge', 'prize')),
  -- Who gets a link.
  account_entry integer,
  -- What the secret of its link is made of, until the mail is sent or given up.
  link_seed blob check (length(link_seed) = 16),
  -- The address from which a link was asked for.
  client text,
  created_at integer not null,
  -- From when on it is of no use to anybody.
  expires_at integer not null,
  state text not null check (state in ('waiting', 'sent', 'failed', 'dropped')),
  attempts integer not null default 0,
  attempted_at integer,
  next_attempt_at integer,
  status integer,
  error text,
  -- Who is told of something, and of what: the id of a redemption, the code of a badge, or an entry of coins.
  employee_number integer,
  subject text,
  primary key (company_id, entry),
  foreign key (company_id, account_entry) references portal_accounts (company_id, entry),
  foreign key (company_id, employee_number) references employees (company_id, number),
  check ((state = 'waiting') = (next_attempt_at is not null)),
  check (state = 'waiting' or link_seed is null),
  check ((kind in ('invitation', 'link')) = (account_entry is not null)),
  check ((account_entry is null) = (employee_number is not null)),
  check ((employee_number is null) = (subject is null)),
  check (account_entry is not null or link_seed is null)
) strict, without rowid;

insert into mails
select
  company_id, entry, id, kind, account_entry, link_seed, client, created_at, expires_at, state, attempts, attempted_at,
  next_attempt_at, status, error, null, null
from mails_before;
drop table mails_before;

create index mails_due on mails (company_id, next_attempt_at, entry) where next_attempt_at is not null;
create index mails_by_account on mails (company_id, account_entry, created_at) where account_entry is not null;
create index mails_by_time on mails (company_id, created_at);
create index mails_by_employee on mails (company_id, employee_number, kind, entry) where employee_number is not null;
-- Links do not wait for the many others.
create index mails_with_link_due on mails (company_id, next_attempt_at, entry) where link_seed is not null;

-- Kinds of mail that nobody gets, and that somebody does not want, separated by commas.
alter table companies add column unwanted_mail text not null default '';
alter table employees add column unwanted_mail text not null default '';
