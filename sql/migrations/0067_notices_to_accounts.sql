-- Accounts are told of something, too. Which kinds there are, and whom they tell, stands in the program alone.
alter table mails rename to mails_before;

create table mails (
  company_id integer not null references companies (company_id),
  entry integer not null,
  id text not null check (length(id) = 36),
  kind text not null check (length(kind) between 1 and 20),
  -- Who gets it: an account, or an employee.
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
  employee_number integer,
  -- Of what somebody is told, by its kind: the id of a redemption, the code of a badge, an entry of coins, how many people
  -- a blocked roster lacks, the day of a weekly mail.
  subject text,
  primary key (company_id, entry),
  foreign key (company_id, account_entry) references portal_accounts (company_id, entry),
  foreign key (company_id, employee_number) references employees (company_id, number),
  check ((state = 'waiting') = (next_attempt_at is not null)),
  check (state = 'waiting' or link_seed is null),
  check ((account_entry is null) = (employee_number is not null)),
  check (employee_number is null or subject is not null),
  check (account_entry is not null or link_seed is null)
) strict, without rowid;

insert into mails
select
  company_id, entry, id, kind, account_entry, link_seed, client, created_at, expires_at, state, attempts, attempted_at,
  next_attempt_at, status, error, employee_number, subject
from mails_before;
drop table mails_before;

create index mails_due on mails (company_id, next_attempt_at, entry) where next_attempt_at is not null;
create index mails_by_account on mails (company_id, account_entry, kind, created_at) where account_entry is not null;
create index mails_by_time on mails (company_id, created_at);
create index mails_by_employee on mails (company_id, employee_number, kind, entry) where employee_number is not null;
-- Links do not wait for the many others.
create index mails_with_link_due on mails (company_id, next_attempt_at, entry) where link_seed is not null;

-- Kinds of mail that the account does not want, separated by commas.
alter table portal_accounts add column unwanted_mail text not null default '';

-- What a company tells many people at a time of its own, in portions.
create table mail_rounds (
  company_id integer not null references companies (company_id),
  kind text not null check (length(kind) between 1 and 20),
  -- The morning on which it began, or began last.
  began_at integer not null,
  -- Who was told last, the entry of an account or the number of an employee; null once everybody was.
  told_to integer,
  primary key (company_id, kind)
) strict, without rowid;

-- A company that has mail does not begin with a new kind of its own accord.
update companies set unwanted_mail = case unwanted_mail when '' then 'digest' else unwanted_mail || ',digest' end;
