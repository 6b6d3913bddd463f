-- What was given to many people at once, line by line, so that it can be finished, shown and undone.

create table gifts (
  company_id integer not null references companies (company_id),
  entry integer not null,
  id text not null check (length(id) = 36),
  -- A hash of all that is to be given: whoever gives the same again finishes what is unfinished.
  content blob not null check (length(content) = 32),
  origin text not null check (origin in ('list', 'department', 'everybody', 'people', 'badge')),
  -- The name of the list, the id of the department or the code of the badge.
  subject text check (length(subject) between 1 and 255),
  -- Whether people get it who got the same before.
  again integer not null check (again in (0, 1)),
  began_at integer not null,
  actor text not null,
  -- How many lines there are, how many of them are on record, and the last one that was given.
  lines integer not null check (lines >= 1),
  listed integer not null default 0 check (listed between 0 and lines),
  given_to integer not null default 0,
  finished_at integer,
  people integer,
  xp integer,
  coins integer,
  badges integer,
  levels integer,
  -- The last person for whom it was undone.
  undo_began_at integer,
  undone_to integer not null default 0,
  undone_at integer,
  undone_by text,
  primary key (company_id, entry),
  unique (company_id, id),
  check (undone_at is null or undo_began_at is not null)
) strict, without rowid;

create index gifts_by_content on gifts (company_id, content, entry);

create table gift_lines (
  company_id integer not null references companies (company_id),
  gift integer not null,
  -- That of the list.
  line integer not null check (line >= 1),
  employee_number integer,
  xp integer not null check (abs(xp) <= 1000000000),
  coins integer not null check (abs(coins) <= 1000000000),
  badge_code text,
  reason text check (length(reason) between 1 and 500),
  counts_at integer,
  state text not null check (state in ('planned', 'given', 'skipped', 'undone', 'kept')),
  -- Why it gives nothing, or was not undone.
  why text,
  -- The gift that gave the same before.
  earlier integer,
  -- The level that the person reached by it, and the entry of the badge.
  level integer,
  badge_entry integer,
  primary key (company_id, gift, line),
  foreign key (company_id, gift) references gifts (company_id, entry),
  foreign key (company_id, employee_number) references employees (company_id, number),
  check (employee_number is not null or state = 'skipped')
) strict, without rowid;

create index gift_lines_by_person on gift_lines (company_id, employee_number, gift, line);
