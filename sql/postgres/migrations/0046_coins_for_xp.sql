-- Coins for each 100 XP that somebody gains, from the entry on that was next when it was decided.
alter table companies add column coins_per_100_xp bigint not null default 0 check (coins_per_100_xp between 0 and 1000);
alter table companies add column coins_for_xp_since bigint not null default 0;

-- What people have gained since then. A row of an earlier decision says nothing any more.
create table xp_coins (
  company_id bigint not null references companies (company_id) deferrable,
  employee_number bigint not null,
  since bigint not null,
  xp bigint not null,
  -- Coins that were to be taken back and were spent. Later gains give so many less.
  owed bigint not null check (owed >= 0),
  primary key (company_id, employee_number),
  foreign key (company_id, employee_number) references employees (company_id, number) deferrable
);
