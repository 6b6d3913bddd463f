-- Standings of closed months and contests, packed in blocks of up to 1,000: `standings` holds everybody by rank, `ranks`
-- everybody's rank by the person's number, `members` the ranks of each department's people. `first` is the first rank or
-- number of a block, `standings` the number by which a month or contest refers to its blocks.
create table standings_blocks (
  company_id integer not null references companies (company_id),
  standings integer not null,
  list text not null check (list in ('standings', 'ranks', 'members')),
  department_number integer not null check (list = 'members' or department_number = 0),
  first integer not null check (first >= 1),
  data blob not null,
  primary key (company_id, standings, list, department_number, first)
) strict, without rowid;

create table closed_months_with_standings (
  company_id integer not null references companies (company_id),
  month integer not null,
  version integer not null check (version >= 1),
  closed_at integer not null,
  reopened_at integer,
  people integer not null check (people >= 0),
  standings integer not null,
  primary key (company_id, month, version),
  unique (company_id, standings)
) strict, without rowid;

insert into closed_months_with_standings
select
  m.company_id, m.month, m.version, m.closed_at, m.reopened_at, m.people,
  c.next_entry - 1 + row_number() over (partition by m.company_id order by m.month, m.version)
from closed_months m
join companies c on c.company_id = m.company_id;

update companies
set next_entry = next_entry + (
  select count(*) from closed_months m where m.company_id = companies.company_id
);

insert into standings_blocks
select b.company_id, m.standings, b.list, b.department_number, b.first, b.data
from closed_months_with_standings m
join closed_month_blocks b on b.company_id = m.company_id and b.month = m.month and b.version = m.version;

drop table closed_month_blocks;
drop table closed_months;
alter table closed_months_with_standings rename to closed_months;

create unique index closed_months_in_force on closed_months (company_id, month) where reopened_at is null;

create trigger closed_months_are_never_rewritten before update on closed_months
when old.reopened_at is not null
  or (new.company_id, new.month, new.version, new.closed_at, new.people, new.standings)
    is not (old.company_id, old.month, old.version, old.closed_at, old.people, old.standings)
begin
  select raise(abort, 'closed months are never changed');
end;

-- A ranking by the XP of some days, which ends with prizes. `departments` are the numbers of those that take part, with
-- those below them; without any everybody does. `closed_at` and what follows is null until it is closed.
create table contests (
  company_id integer not null references companies (company_id),
  entry integer not null,
  id text not null check (length(id) = 36),
  name text not null check (length(name) between 1 and 150),
  name_key text not null,
  starts_at integer not null,
  ends_at integer not null check (ends_at > starts_at),
  departments text not null,
  prizes text not null,
  created_at integer not null,
  cancelled_at integer,
  closed_at integer,
  people integer check (people >= 0),
  standings integer,
  -- Prizes that could not be granted, with the reason.
  withheld text,
  primary key (company_id, entry),
  unique (company_id, id),
  unique (company_id, standings),
  check (cancelled_at is null or closed_at is null),
  check ((closed_at is null) = (people is null)),
  check ((closed_at is null) = (standings is null)),
  check ((closed_at is null) = (withheld is null))
) strict, without rowid;

create index contests_open on contests (company_id, ends_at) where closed_at is null and cancelled_at is null;

create trigger contests_end_once before update on contests
when old.closed_at is not null or old.cancelled_at is not null
begin
  select raise(abort, 'closed contests are never changed');
end;
