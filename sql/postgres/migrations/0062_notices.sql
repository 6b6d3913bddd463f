-- Mails that tell an employee of something. What they are about is looked up when they are sent.
alter table mails
  alter column account_entry drop not null,
  add column employee_number bigint,
  add column subject text collate "C",
  add foreign key (company_id, employee_number) references employees (company_id, number) deferrable,
  drop constraint mails_kind_check,
  add check (kind in ('invitation', 'link', 'redemption', 'badge', 'prize')),
  add check ((kind in ('invitation', 'link')) = (account_entry is not null)),
  add check ((account_entry is null) = (employee_number is not null)),
  add check ((employee_number is null) = (subject is null)),
  add check (account_entry is not null or link_seed is null);

drop index mails_by_account;
create index mails_by_account on mails (company_id, account_entry, created_at) where account_entry is not null;
create index mails_by_employee on mails (company_id, employee_number, kind, entry) where employee_number is not null;
-- Links do not wait for the many others.
create index mails_with_link_due on mails (company_id, next_attempt_at, entry) where link_seed is not null;

-- Kinds of mail that nobody gets, and that somebody does not want, separated by commas.
alter table companies add column unwanted_mail text collate "C" not null default '';
alter table employees add column unwanted_mail text collate "C" not null default '';
