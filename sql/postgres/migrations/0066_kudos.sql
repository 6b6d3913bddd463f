-- Thanks of one person to others: points of a monthly allowance, which become coins of those who are thanked.

-- What a company decides about it. Without a row a sandbox has it on, and a company off.
create table kudos_settings (
  company_id bigint not null references companies (company_id) deferrable,
  is_on bigint not null check (is_on in (0, 1)),
  -- Points that each person has to give in a month.
  allowance bigint not null check (allowance between 0 and 100000),
  coins_per_point bigint not null check (coins_per_point between 0 and 1000),
  -- XP of each receiver, and of the giver, that for so many thanks a week.
  receiver_xp bigint not null check (receiver_xp between 0 and 1000),
  giver_xp bigint not null check (giver_xp between 0 and 1000),
  giver_xp_a_week bigint not null check (giver_xp_a_week between 0 and 100),
  message_min bigint not null check (message_min between 1 and message_max),
  message_max bigint not null check (message_max between 1 and 1000),
  -- The most points that the company gives in a month; null is unlimited.
  budget bigint check (budget between 0 and 1000000000),
  visibility text collate "C" not null check (visibility in ('company', 'department', 'private')),
  primary key (company_id)
);

-- Departments, with those below them, whose people have other allowances.
create table kudos_allowances (
  company_id bigint not null references companies (company_id) deferrable,
  department_number bigint not null,
  allowance bigint not null check (allowance between 0 and 100000),
  primary key (company_id, department_number),
  foreign key (company_id, department_number) references departments (company_id, number) deferrable
);

-- What a company thanks for.
create table kudos_values (
  company_id bigint not null references companies (company_id) deferrable,
  code text collate "C" not null,
  name text collate "C" not null check (length(name) between 1 and 60),
  entry bigint not null,
  is_active bigint not null check (is_active in (0, 1)),
  primary key (company_id, code)
);

-- People who do not both give and receive.
create table kudos_parts (
  company_id bigint not null references companies (company_id) deferrable,
  employee_number bigint not null,
  part text collate "C" not null check (part in ('receiver', 'observer')),
  primary key (company_id, employee_number),
  foreign key (company_id, employee_number) references employees (company_id, number) deferrable
);

create table kudos_posts (
  company_id bigint not null references companies (company_id) deferrable,
  entry bigint not null,
  id text collate "C" not null check (length(id) = 36),
  giver_number bigint not null,
  -- For each receiver.
  points bigint not null check (points between 0 and 100000),
  receivers bigint not null check (receivers between 1 and 10),
  value_code text collate "C" not null,
  -- Null once somebody whom it thanks was erased.
  message text collate "C" check (length(message) between 1 and 1000),
  visibility text collate "C" not null check (visibility in ('company', 'department', 'private')),
  state text collate "C" not null check (state in ('shown', 'reported', 'withdrawn', 'removed')),
  given_at bigint not null,
  edited_at bigint,
  ended_at bigint,
  -- Whether points, coins and XP went back when it ended.
  is_reversed bigint not null default 0 check (is_reversed in (0, 1)),
  giver_xp bigint not null default 0 check (giver_xp >= 0),
  once_key text collate "C" check (length(once_key) between 1 and 255),
  -- Who gave it for the giver.
  actor bigint not null,
  primary key (company_id, entry),
  unique (company_id, id),
  foreign key (company_id, giver_number) references employees (company_id, number) deferrable,
  foreign key (company_id, value_code) references kudos_values (company_id, code) deferrable,
  foreign key (company_id, actor) references award_actors (company_id, number) deferrable,
  check ((state in ('withdrawn', 'removed')) = (ended_at is not null)),
  check (is_reversed = 0 or ended_at is not null)
);

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
  company_id bigint not null references companies (company_id) deferrable,
  post bigint not null,
  employee_number bigint not null,
  giver_number bigint not null,
  coins bigint not null check (coins >= 0),
  xp bigint not null check (xp >= 0),
  primary key (company_id, post, employee_number),
  foreign key (company_id, giver_number, post) references kudos_posts (company_id, giver_number, entry) deferrable,
  foreign key (company_id, employee_number) references employees (company_id, number) deferrable,
  -- Nobody thanks themselves.
  check (employee_number <> giver_number)
);

create index kudos_receivers_by_person on kudos_receivers (company_id, employee_number, post);

-- The departments of giver and receivers when it was given, with visibility and state of the post.
create table kudos_departments (
  company_id bigint not null references companies (company_id) deferrable,
  department_number bigint not null,
  post bigint not null,
  visibility text collate "C" not null check (visibility in ('company', 'department', 'private')),
  state text collate "C" not null check (state in ('shown', 'reported', 'withdrawn', 'removed')),
  primary key (company_id, department_number, post),
  foreign key (company_id, post) references kudos_posts (company_id, entry) deferrable,
  foreign key (company_id, department_number) references departments (company_id, number) deferrable
);

create index kudos_departments_by_post on kudos_departments (company_id, post);
create index kudos_departments_to_all on kudos_departments (company_id, department_number, post)
  where state = 'shown' and visibility = 'company';
create index kudos_departments_to_members on kudos_departments (company_id, department_number, post)
  where state = 'shown' and visibility = 'department';

create table kudos_reactions (
  company_id bigint not null references companies (company_id) deferrable,
  post bigint not null,
  employee_number bigint not null,
  kind text collate "C" not null check (kind in ('lovely', 'great_work', 'learned', 'smile', 'me_too')),
  primary key (company_id, post, employee_number, kind),
  foreign key (company_id, post) references kudos_posts (company_id, entry) deferrable,
  foreign key (company_id, employee_number) references employees (company_id, number) deferrable
);

create index kudos_reactions_by_person on kudos_reactions (company_id, employee_number, post, kind);

-- How many people reacted to a post, by kind.
create table kudos_reaction_counts (
  company_id bigint not null references companies (company_id) deferrable,
  post bigint not null,
  kind text collate "C" not null,
  people bigint not null check (people >= 0),
  primary key (company_id, post, kind),
  foreign key (company_id, post) references kudos_posts (company_id, entry) deferrable
);

create table kudos_reports (
  company_id bigint not null references companies (company_id) deferrable,
  post bigint not null,
  employee_number bigint not null,
  reason text collate "C" check (length(reason) between 1 and 500),
  reported_at bigint not null,
  primary key (company_id, post, employee_number),
  foreign key (company_id, post) references kudos_posts (company_id, entry) deferrable,
  foreign key (company_id, employee_number) references employees (company_id, number) deferrable
);

create index kudos_reports_by_person on kudos_reports (company_id, employee_number, post);

-- What was decided about a post, for good: it was reported and stays, or it was removed.
create table kudos_decisions (
  company_id bigint not null references companies (company_id) deferrable,
  post bigint not null,
  decision text collate "C" not null check (decision in ('kept', 'removed')),
  reason text collate "C" check (length(reason) between 1 and 500),
  actor text collate "C" not null,
  decided_at bigint not null,
  primary key (company_id, post, decision),
  foreign key (company_id, post) references kudos_posts (company_id, entry) deferrable
);

-- Sums of the posts of a month, without those that were taken back in it. Months are numbered as in xp_months.

-- What a person has spent of the allowance.
create table kudos_spent (
  company_id bigint not null references companies (company_id) deferrable,
  month bigint not null,
  giver_number bigint not null,
  points bigint not null check (points >= 0),
  posts bigint not null check (posts >= 0),
  primary key (company_id, month, giver_number),
  foreign key (company_id, giver_number) references employees (company_id, number) deferrable
);

-- What of it went to each other person.
create table kudos_pairs (
  company_id bigint not null references companies (company_id) deferrable,
  month bigint not null,
  giver_number bigint not null,
  receiver_number bigint not null,
  points bigint not null check (points >= 0),
  posts bigint not null check (posts >= 0),
  primary key (company_id, month, giver_number, receiver_number),
  foreign key (company_id, giver_number) references employees (company_id, number) deferrable,
  foreign key (company_id, receiver_number) references employees (company_id, number) deferrable
);

-- What the company has spent of the budget.
create table kudos_months (
  company_id bigint not null references companies (company_id) deferrable,
  month bigint not null,
  points bigint not null check (points >= 0),
  posts bigint not null check (posts >= 0),
  givers bigint not null check (givers >= 0),
  primary key (company_id, month)
);

create table kudos_value_months (
  company_id bigint not null references companies (company_id) deferrable,
  month bigint not null,
  value_code text collate "C" not null,
  posts bigint not null check (posts >= 0),
  primary key (company_id, month, value_code),
  foreign key (company_id, value_code) references kudos_values (company_id, code) deferrable
);
