-- Mails that are to be sent, and what has become of them. Their texts are made when they are sent.
create table mails (
  company_id bigint not null references companies (company_id) deferrable,
  entry bigint not null,
  id text collate "C" not null check (length(id) = 36),
  kind text collate "C" not null check (kind in ('invitation', 'link')),
  -- Who gets it.
  account_entry bigint not null,
  -- What the secret of its link is made of, until the mail is sent or given up.
  link_seed bytea check (length(link_seed) = 16),
  -- The address from which a link was asked for.
  client text collate "C",
  created_at bigint not null,
  -- When its link ends: then it is of no use to anybody.
  expires_at bigint not null,
  state text collate "C" not null check (state in ('waiting', 'sent', 'failed', 'dropped')),
  attempts bigint not null default 0,
  attempted_at bigint,
  next_attempt_at bigint,
  status bigint,
  error text collate "C",
  primary key (company_id, entry),
  foreign key (company_id, account_entry) references portal_accounts (company_id, entry) deferrable,
  check ((state = 'waiting') = (next_attempt_at is not null)),
  check (state = 'waiting' or link_seed is null)
);

create index mails_due on mails (company_id, next_attempt_at, entry) where next_attempt_at is not null;
create index mails_by_account on mails (company_id, account_entry, created_at);
create index mails_by_time on mails (company_id, created_at);

-- Whether the service that was started last sends mail.
alter table deployment add column sends_mail bigint not null default 0 check (sends_mail in (0, 1));
