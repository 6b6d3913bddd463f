-- Thanks of one person to others: points of a monthly allowance, which become coins of those who are thanked.

-- What a company decides about it. Without a row a sandbox has it on, and a company off.
create table kudos_settings (
  company_id integer not null references companies (company_id),
  is_on integer not null check (is_on in (0, 1)),
  -- Points that each person has to give in a month.
  allowance integer not null check (allowance between 0 and 100000),
  coins_per_point integer not null check (coins_per_point between 0 and 1000),
  -- XP of each receiver, and of the giver, that for so many thanks a week.
  receiver_xp integer not null check (receiver_xp between 0 and 1000),
  giver_xp integer not null check (giver_xp between 0 and 1000),
  giver_xp_a_week integer not null check (giver_xp_a_week between 0 and 100),
  message_min integer not null check (message_min between 1 and message_max),
  message_max integer not null check (message_max between 1 and 1000),
  -- The most points that the company gives in a month; null is unlimited.
  budget integer check (budget between 0 and 1000000000),
  visibility text not null check (visibility in ('company', 'department', 'private')),
  primary key (company_id)
) strict, without rowid;

-- Departments, with those below them, whose people have other allowances.
create table kudos_allowances (
  company_id integer not null references companies (company_id),
  department_number integer not null,
  allowance integer not null check (allowance between 0 and 100000),
  primary key (company_id, department_number),
  foreign key (company_id, department_number) references departments (company_id, number)
) strict, without rowid;

-- What a company thanks for.
create table kudos_values (
  company_id integer not null references companies (company_id),
  code text not null,
  name text not null check (length(name) between 1 and 60),
  entry integer not null,
  is_active integer not null check (is_active in (0, 1)),
  primary key (company_id, code)
) strict, without rowid;

-- People who do not both give and receive.
create table kudos_parts (
  company_id integer not null references companies (company_id),
  employee_number integer not null,
  part text not null check (part in ('receiver', 'observer')),
  primary key (company_id, employee_number),
  foreign key (company_id, employee_number) references employees (company_id, number)
) strict, without rowid;

create table kudos_posts (
  company_id integer not null references companies (company_id),
  entry integer not null,
  id text not null check (length(id) = 36),
  giver_number integer not null,
  -- For each receiver.
  points integer not null check (points between 0 and 100000),
  receivers integer not null check (receivers between 1 and 10),
  value_code text not null,
  -- Null once somebody whom it thanks was erased.
  message text check (length(message) between 1 and 1000),
  visibility text not null check (visibility in ('company', 'department', 'private')),
  state text not null check (state in ('shown', 'reported', 'withdrawn', 'removed')),
  given_at integer not null,
  edited_at integer,
  ended_at integer,
  -- Whether points, coins and XP went back when it ended.
  is_reversed integer not null default 0 check (is_reversed in (0, 1)),
  giver_xp integer not null default 0 check (giver_xp >= 0),
  once_key text check (length(once_key) between 1 and 255),
  -- Who gave it for the giver.
  actor integer not null,
  primary key (company_id, entry),
  unique (company_id, id),
  foreign key (company_id, giver_number) references employees (company_id, number),
  foreign key (company_id, value_code) references kudos_values (company_id, code),
  foreign key (company_id, actor) references award_actors (company_id, number),
  check ((state in ('withdrawn', 'removed')) = (ended_at is not null)),
  check (is_reversed = 0 or ended_at is not null)
) strict, without rowid;

create unique index kudos_posts_once on kudos_posts (company_id, once_key) where once_key is not null;
create unique index kudos_posts_by_giver on kudos_posts (company_id, giver_number, entry);
-- What everybody may see.
create index kudos_posts_to_all on kudos_posts (company_id, entry) where state = 'shown' and visibility = 'company';
create index kudos_posts_to_all_of_value on kudos_posts (company_id, value_code, entry)
  where state = 'shown' and visibility = 'company';
create index kudos_posts_reported on kudos_posts (company_id, entry) where state = 'reported';
-- What brought its giver XP.
create index kudos_posts_rewarded on kudos_posts (company_id, giver_number, given_at) where giver_xp > 0 and is_reversed = 0;

create table kudos_receivers (
  company_id integer not null references companies (company_id),
  post integer not null,
  employee_number integer not null,
  giver_number integer not null,
  coins integer not null check (coins >= 0),
  xp integer not null check (xp >= 0),
  primary key (company_id, post, employee_number),
  foreign key (company_id, giver_number, post) references kudos_posts (company_id, giver_number, entry),
  foreign key (company_id, employee_number) references employees (company_id, number),
  -- Nobody thanks themselves.
  check (employee_number <> giver_number)
) strict, without rowid;

create index kudos_receivers_by_person on kudos_receivers (company_id, employee_number, post);

-- The departments of giver and receivers when it was given, with visibility and state of the post.
create table kudos_departments (
  company_id integer not null references companies (company_id),
  department_number integer not null,
  post integer not null,
  visibility text not null check (visibility in ('company', 'department', 'private')),
  state text not null check (state in ('shown', 'reported', 'withdrawn', 'removed')),
  primary key (company_id, department_number, post),
  foreign key (company_id, post) references kudos_posts (company_id, entry),
  foreign key (company_id, department_number) references departments (company_id, number)
) strict, without rowid;

create index kudos_departments_by_post on kudos_departments (company_id, post);
create index kudos_departments_to_all on kudos_departments (company_id, department_number, post)
  where state = 'shown' and visibility = 'company';
create index kudos_departments_to_members on kudos_departments (company_id, department_number, post)
  where state = 'shown' and visibility = 'department';

create table kudos_reactions (
  company_id integer not null references companies (company_id),
  post integer not null,
  employee_number integer not null,
  kind text not null check (kind in ('lovely', 'great_work', 'learned', 'smile', 'me_too')),
  primary key (company_id, post, employee_number, kind),
  foreign key (company_id, post) references kudos_posts (company_id, entry),
  foreign key (company_id, employee_number) references employees (company_id, number)
) strict, without rowid;

create index kudos_reactions_by_person on kudos_reactions (company_id, employee_number, post, kind);

-- How many people reacted to a post, by kind.
create table kudos_reaction_counts (
  company_id integer not null references companies (company_id),
  post integer not null,
  kind text not null,
  people integer not null check (people >= 0),
  primary key (company_id, post, kind),
  foreign key (company_id, post) references kudos_posts (company_id, entry)
) strict, without rowid;

create table kudos_reports (
  company_id integer not null references companies (company_id),
  post integer not null,
  employee_number integer not null,
  reason text check (length(reason) between 1 and 500),
  reported_at integer not null,
  primary key (company_id, post, employee_number),
  foreign key (company_id, post) references kudos_posts (company_id, entry),
  foreign key (company_id, employee_number) references employees (company_id, number)
) strict, without rowid;

create index kudos_reports_by_person on kudos_reports (company_id, employee_number, post);

-- What was decided about a post, for good: it was reported and stays, or it was removed.
create table kudos_decisions (
  company_id integer not null references companies (company_id),
  post integer not null,
  decision text not null check (decision in ('kept', 'removed')),
  reason text check (length(reason) between 1 and 500),
  actor text not null,
  decided_at integer not null,
  primary key (company_id, post, decision),
  foreign key (company_id, post) references kudos_posts (company_id, entry)
) strict, without rowid;

-- Sums of the posts of a month, without those that were taken back in it. Months are numbered as in xp_months.

-- What a person has spent of the allowance.
create table kudos_spent (
  company_id integer not null references companies (company_id),
  month integer not null,
  giver_number integer not null,
  points integer not null check (points >= 0),
  posts integer not null check (posts >= 0),
  primary key (company_id, month, giver_number),
  foreign key (company_id, giver_number) references employees (company_id, number)
) strict, without rowid;

-- What of it went to each other person.
create table kudos_pairs (
  company_id integer not null references companies (company_id),
  month integer not null,
  giver_number integer not null,
  receiver_number integer not null,
  points integer not null check (points >= 0),
  posts integer not null check (posts >= 0),
  primary key (company_id, month, giver_number, receiver_number),
  foreign key (company_id, giver_number) references employees (company_id, number),
  foreign key (company_id, receiver_number) references employees (company_id, number)
) strict, without rowid;

-- What the company has spent of the budget.
create table kudos_months (
  company_id integer not null references companies (company_id),
  month integer not null,
  points integer not null check (points >= 0),
  posts integer not null check (posts >= 0),
  givers integer not null check (givers >= 0),
  primary key (company_id, month)
) strict, without rowid;

create table kudos_value_months (
  company_id integer not null references companies (company_id),
  month integer not null,
  value_code text not null,
  posts integer not null check (posts >= 0),
  primary key (company_id, month, value_code),
  foreign key (company_id, value_code) references kudos_values (company_id, code)
) strict, without rowid;
