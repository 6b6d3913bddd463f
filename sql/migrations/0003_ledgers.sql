-- Entries are never changed; a correction is a new entry. `counts_at` is the moment the XP counts for,
-- `recorded_at` the moment it was written down. `once_key` makes a repeated import award nothing twice.
create table xp_ledger (
  company_id integer not null references companies (company_id),
  employee_number integer not null,
  entry integer not null,
  amount integer not null check (amount <> 0 and abs(amount) <= 1000000000),
  reason text check (length(reason) between 1 and 500),
  source text not null,
  counts_at integer not null check (counts_at >= 0),
  recorded_at integer not null,
  once_key text check (length(once_key) between 1 and 255),
  primary key (company_id, employee_number, entry),
  foreign key (company_id, employee_number) references employees (company_id, number)
) strict, without rowid;

create unique index xp_ledger_once on xp_ledger (company_id, once_key) where once_key is not null;

-- `month` is year * 12 + month - 1, in UTC.
create table xp_months (
  company_id integer not null references companies (company_id),
  employee_number integer not null,
  month integer not null,
  xp integer not null,
  primary key (company_id, employee_number, month)
) strict, without rowid;

create table coin_ledger (
  company_id integer not null references companies (company_id),
  employee_number integer not null,
  entry integer not null,
  amount integer not null check (amount <> 0 and abs(amount) <= 1000000000),
  reason text check (length(reason) between 1 and 500),
  source text not null,
  recorded_at integer not null,
  once_key text check (length(once_key) between 1 and 255),
  primary key (company_id, employee_number, entry),
  foreign key (company_id, employee_number) references employees (company_id, number)
) strict, without rowid;

create unique index coin_ledger_once on coin_ledger (company_id, once_key) where once_key is not null;

-- The totals follow the ledgers here, so that no writer can forget them.
create trigger xp_ledger_adds_up after insert on xp_ledger
begin
  insert into xp_months (company_id, employee_number, month, xp)
  values (
    new.company_id,
    new.employee_number,
    strftime('%Y', new.counts_at / 1000, 'unixepoch') * 12 + strftime('%m', new.counts_at / 1000, 'unixepoch') - 1,
    new.amount
  )
  on conflict do update set xp = xp + excluded.xp;
  update employees
  set xp = xp + new.amount,
      revision = (select revision from companies where company_id = new.company_id)
  where company_id = new.company_id and number = new.employee_number;
end;

create trigger coin_ledger_adds_up after insert on coin_ledger
begin
  update employees
  set coins = coins + new.amount,
      revision = (select revision from companies where company_id = new.company_id)
  where company_id = new.company_id and number = new.employee_number;
end;

create trigger xp_ledger_is_never_rewritten before update on xp_ledger
begin
  select raise(abort, 'ledger entries are never changed');
end;

create trigger coin_ledger_is_never_rewritten before update on coin_ledger
begin
  select raise(abort, 'ledger entries are never changed');
end;

-- A sandbox may be emptied; a company's ledger may not.
create trigger xp_ledger_is_never_shortened before delete on xp_ledger
when (select mode from companies where company_id = old.company_id) = 'live'
begin
  select raise(abort, 'ledger entries are never deleted');
end;

create trigger coin_ledger_is_never_shortened before delete on coin_ledger
when (select mode from companies where company_id = old.company_id) = 'live'
begin
  select raise(abort, 'ledger entries are never deleted');
end;
