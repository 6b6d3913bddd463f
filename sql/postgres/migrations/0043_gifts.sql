-- What was given to many people at once, line by line, so that it can be finished, shown and undone.

create table gifts (
  company_id bigint not null references companies (company_id) deferrable,
  entry bigint not null,
  id text collate "C" not null check (length(id) = 36),
  -- A hash of all that is to be given: whoever gives the same again finishes what is unfinished.
  content bytea not null check (length(content) = 32),
  origin text collate "C" not null check (origin in ('list', 'department', 'everybody', 'people', 'badge')),
  -- The name of the list, the id of the department or the code of the badge.
  subject text collate "C" check (length(subject) between 1 and 255),
  -- Whether people get it who got the same before.
  again bigint not null check (again in (0, 1)),
  began_at bigint not null,
  actor text collate "C" not null,
  -- How many lines there are, how many of them are on record, and the last one that was given.
  lines bigint not null check (lines >= 1),
  listed bigint not null default 0 check (listed between 0 and lines),
  given_to bigint not null default 0,
  finished_at bigint,
  people bigint,
  xp bigint,
  coins bigint,
  badges bigint,
  levels bigint,
  -- The last person for whom it was undone.
  undo_began_at bigint,
  undone_to bigint not null default 0,
  undone_at bigint,
  undone_by text collate "C",
  primary key (company_id, entry),
  unique (company_id, id),
  check (undone_at is null or undo_began_at is not null)
);

create index gifts_by_content on gifts (company_id, content, entry);

create table gift_lines (
  company_id bigint not null references companies (company_id) deferrable,
  gift bigint not null,
  -- That of the list.
  line bigint not null check (line >= 1),
  employee_number bigint,
  xp bigint not null check (abs(xp) <= 1000000000),
  coins bigint not null check (abs(coins) <= 1000000000),
  badge_code text collate "C",
  reason text collate "C" check (length(reason) between 1 and 500),
  counts_at bigint,
  state text collate "C" not null check (state in ('planned', 'given', 'skipped', 'undone', 'kept')),
  -- Why it gives nothing, or was not undone.
  why text collate "C",
  -- The gift that gave the same before.
  earlier bigint,
  -- The level that the person reached by it, and the entry of the badge.
  level bigint,
  badge_entry bigint,
  primary key (company_id, gift, line),
  foreign key (company_id, gift) references gifts (company_id, entry) deferrable,
  foreign key (company_id, employee_number) references employees (company_id, number) deferrable,
  check (employee_number is not null or state = 'skipped')
);

create index gift_lines_by_person on gift_lines (company_id, employee_number, gift, line);
