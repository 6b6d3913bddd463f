-- Months whose standings are kept. A month that is reopened and closed again has another version.
create table closed_months (
  company_id integer not null references companies (company_id),
  month integer not null,
  version integer not null check (version >= 1),
  closed_at integer not null,
  reopened_at integer,
  people integer not null check (people >= 0),
  primary key (company_id, month, version)
) strict, without rowid;

create unique index closed_months_in_force on closed_months (company_id, month) where reopened_at is null;

create trigger closed_months_are_never_rewritten before update on closed_months
when old.reopened_at is not null
  or (new.company_id, new.month, new.version, new.closed_at, new.people)
    is not (old.company_id, old.month, old.version, old.closed_at, old.people)
begin
  select raise(abort, 'closed months are never changed');
end;

-- The standings of a closed month, packed in blocks of up to 1,000: `standings` holds everybody by rank, `ranks` everybody's
-- rank by the person's number, `members` the ranks of each department's people. `first` is the first rank or number of a block.
create table closed_month_blocks (
  company_id integer not null,
  month integer not null,
  version integer not null,
  list text not null check (list in ('standings', 'ranks', 'members')),
  department_number integer not null check (list = 'members' or department_number = 0),
  first integer not null check (first >= 1),
  data blob not null,
  primary key (company_id, month, version, list, department_number, first),
  foreign key (company_id, month, version) references closed_months (company_id, month, version)
) strict, without rowid;
