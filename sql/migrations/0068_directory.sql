-- People and groups as a directory sends them over SCIM, beside what the company has on record.

-- What a company has of its directory, and who decides about who is active: the roster, the directory, or both.
alter table companies add column roster_authority text not null default 'roster'
  check (roster_authority in ('roster', 'directory', 'both'));
-- The attribute of a directory that is the external id of a person.
alter table companies add column scim_number text not null default 'employeeNumber'
  check (scim_number in ('employeeNumber', 'externalId'));
alter table companies add column scim_users integer not null default 0 check (scim_users >= 0);
alter table companies add column scim_groups integer not null default 0 check (scim_groups >= 0);

-- Whom the directory deactivated counts as deactivated in the portal for everything else.
alter table employees add column deactivated_by_directory integer not null default 0
  check (deactivated_by_directory in (0, 1) and (deactivated_by_directory = 0 or coalesce(deactivated_by, '') = 'portal'));

create table scim_users (
  company_id integer not null references companies (company_id),
  employee_number integer not null,
  -- The order of lists.
  entry integer not null,
  user_name text not null check (length(user_name) between 1 and 256),
  user_name_key text not null,
  -- The directory's own key of the person.
  directory_id text check (length(directory_id) between 1 and 255),
  -- The address as sent, also in a sandbox.
  email_key text not null,
  -- All that was sent, known or not.
  attributes text not null check (json_valid(attributes)),
  created_at integer not null,
  modified_at integer not null,
  -- Since when the directory wants the person deactivated, and nobody has approved it.
  held_at integer,
  primary key (company_id, employee_number),
  foreign key (company_id, employee_number) references employees (company_id, number),
  unique (company_id, entry),
  unique (company_id, user_name_key)
) strict;

create index scim_users_by_directory_id on scim_users (company_id, directory_id) where directory_id is not null;
create index scim_users_by_email on scim_users (company_id, email_key);
create index scim_users_held on scim_users (company_id, employee_number) where held_at is not null;

create table scim_groups (
  company_id integer not null references companies (company_id),
  entry integer not null,
  id text not null check (length(id) = 36),
  display_name text not null check (length(display_name) between 1 and 255),
  display_name_key text not null,
  directory_id text check (length(directory_id) between 1 and 255),
  created_at integer not null,
  modified_at integer not null,
  primary key (company_id, entry),
  unique (company_id, id),
  unique (company_id, display_name_key)
) strict, without rowid;

create index scim_groups_by_directory_id on scim_groups (company_id, directory_id) where directory_id is not null;

create table scim_group_members (
  company_id integer not null references companies (company_id),
  group_entry integer not null,
  employee_number integer not null,
  primary key (company_id, group_entry, employee_number),
  foreign key (company_id, group_entry) references scim_groups (company_id, entry),
  foreign key (company_id, employee_number) references scim_users (company_id, employee_number)
) strict, without rowid;

create index scim_group_members_by_person on scim_group_members (company_id, employee_number, group_entry);

-- What a directory did in an hour, as far as the limit of deactivations asks.
create table scim_hours (
  company_id integer not null references companies (company_id),
  -- Since 1970.
  hour integer not null,
  -- The run that has the changes of the hour.
  run_id text check (length(run_id) = 36),
  -- The people that could be deactivated when the first one was to be.
  people integer check (people >= 0),
  deactivated integer not null default 0 check (deactivated >= 0),
  -- Whether it was said that the limit is reached.
  is_blocked integer not null default 0 check (is_blocked in (0, 1)),
  primary key (company_id, hour)
) strict, without rowid;

-- The last requests that were refused, one for each person and reason.
create table scim_refusals (
  company_id integer not null references companies (company_id),
  entry integer not null,
  reason text not null check (length(reason) between 1 and 50),
  -- Whom the directory meant.
  user_name text check (length(user_name) between 1 and 256),
  employee_number integer,
  first_at integer not null,
  last_at integer not null,
  times integer not null check (times >= 1),
  primary key (company_id, entry)
) strict, without rowid;

-- Runs of the directory have a source of their own. A check can only be changed in a new table, without what refers to it.
create temporary table people_of_runs as select * from sync_run_people;
drop table sync_run_people;
drop index sync_runs_by_source;
drop index sync_runs_by_subject;
drop index sync_runs_to_approve;
alter table sync_runs rename to sync_runs_before;

create table sync_runs (
  company_id integer not null references companies (company_id),
  entry integer not null,
  id text not null check (length(id) = 36),
  kind text not null check (kind in ('sync', 'revert', 'approval')),
  subject_id text,
  superseded_by text,
  source text not null check (source in ('http', 'command_line', 'portal', 'directory')),
  actor text not null,
  request_id text,
  started_at integer not null,
  finished_at integer not null,
  outcome text not null check (outcome in ('applied', 'deactivation_blocked', 'failed')),
  result text not null check (json_valid(result)),
  -- Before SQLite 3.45 json_valid(null) was false.
  changes text check (changes is null or json_valid(changes)),
  primary key (company_id, entry),
  unique (company_id, id),
  check ((kind = 'sync') = (subject_id is null)),
  check (finished_at >= started_at)
) strict;

insert into sync_runs (
  company_id, entry, id, kind, subject_id, superseded_by, source, actor, request_id, started_at, finished_at,
  outcome, result, changes
)
select
  company_id, entry, id, kind, subject_id, superseded_by, source, actor, request_id, started_at, finished_at, outcome,
  result, changes
from sync_runs_before;

drop table sync_runs_before;

create index sync_runs_by_source on sync_runs (company_id, source, outcome, entry) where kind = 'sync';
create index sync_runs_by_subject on sync_runs (company_id, subject_id, entry) where subject_id is not null;
create unique index sync_runs_to_approve on sync_runs (company_id)
  where json_extract(result, '$.deactivation_skipped_reason') = 'limit_exceeded' and superseded_by is null;

create table sync_run_people (
  company_id integer not null references companies (company_id),
  -- The number of an employee / 50.
  block integer not null check (block >= 0),
  entry integer not null,
  -- A bit for each of them whom the run is about, by the rest of that division.
  people integer not null check (people > 0),
  primary key (company_id, block, entry),
  foreign key (company_id, entry) references sync_runs (company_id, entry) on delete cascade
) strict, without rowid;

create index sync_run_people_of_run on sync_run_people (company_id, entry);
insert into sync_run_people select * from people_of_runs;
drop table people_of_runs;
