-- Accounts are told of something, too. Which kinds there are, and whom they tell, stands in the program alone.
alter table mails
  drop constraint mails_kind_check,
  drop constraint mails_check2,
  drop constraint mails_check4,
  add constraint mails_kind_check check (length(kind) between 1 and 20),
  add check (employee_number is null or subject is not null);

drop index mails_by_account;
create index mails_by_account on mails (company_id, account_entry, kind, created_at) where account_entry is not null;

-- Kinds of mail that the account does not want, separated by commas.
alter table portal_accounts add column unwanted_mail text collate "C" not null default '';

-- What a company tells many people at a time of its own, in portions.
create table mail_rounds (
  company_id bigint not null references companies (company_id) deferrable,
  kind text collate "C" not null check (length(kind) between 1 and 20),
  -- The morning on which it began, or began last.
  began_at bigint not null,
  -- Who was told last, the entry of an account or the number of an employee; null once everybody was.
  told_to bigint,
  primary key (company_id, kind)
);

-- A company that has mail does not begin with a new kind of its own accord.
update companies set unwanted_mail = case unwanted_mail when '' then 'digest' else unwanted_mail || ',digest' end;
