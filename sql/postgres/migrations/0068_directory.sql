-- People and groups as a directory sends them over SCIM, beside what the company has on record.

-- What a company has of its directory, and who decides about who is active: the roster, the directory, or both.
alter table companies add column roster_authority text collate "C" not null default 'roster'
  check (roster_authority in ('roster', 'directory', 'both'));
-- The attribute of a directory that is the external id of a person.
alter table companies add column scim_number text collate "C" not null default 'employeeNumber'
  check (scim_number in ('employeeNumber', 'externalId'));
alter table companies add column scim_users bigint not null default 0 check (scim_users >= 0);
alter table companies add column scim_groups bigint not null default 0 check (scim_groups >= 0);

-- Whom the directory deactivated counts as deactivated in the portal for everything else.
alter table employees add column deactivated_by_directory bigint not null default 0
  check (deactivated_by_directory in (0, 1) and (deactivated_by_directory = 0 or coalesce(deactivated_by, '') = 'portal'));

create table scim_users (
  company_id bigint not null references companies (company_id) deferrable,
  employee_number bigint not null,
  -- The order of lists.
  entry bigint not null,
  user_name text collate "C" not null check (length(user_name) between 1 and 256),
  user_name_key text collate "C" not null,
  -- The directory's own key of the person.
  directory_id text collate "C" check (length(directory_id) between 1 and 255),
  -- The address as sent, also in a sandbox.
  email_key text collate "C" not null,
  -- All that was sent, known or not.
  attributes text collate "C" not null check ((attributes::json) is not null),
  created_at bigint not null,
  modified_at bigint not null,
  -- Since when the directory wants the person deactivated, and nobody has approved it.
  held_at bigint,
  primary key (company_id, employee_number),
  foreign key (company_id, employee_number) references employees (company_id, number) deferrable,
  unique (company_id, entry),
  unique (company_id, user_name_key)
);

create index scim_users_by_directory_id on scim_users (company_id, directory_id) where directory_id is not null;
create index scim_users_by_email on scim_users (company_id, email_key);
create index scim_users_held on scim_users (company_id, employee_number) where held_at is not null;

create table scim_groups (
  company_id bigint not null references companies (company_id) deferrable,
  entry bigint not null,
  id text collate "C" not null check (length(id) = 36),
  display_name text collate "C" not null check (length(display_name) between 1 and 255),
  display_name_key text collate "C" not null,
  directory_id text collate "C" check (length(directory_id) between 1 and 255),
  created_at bigint not null,
  modified_at bigint not null,
  primary key (company_id, entry),
  unique (company_id, id),
  unique (company_id, display_name_key)
);

create index scim_groups_by_directory_id on scim_groups (company_id, directory_id) where directory_id is not null;

create table scim_group_members (
  company_id bigint not null references companies (company_id) deferrable,
  group_entry bigint not null,
  employee_number bigint not null,
  primary key (company_id, group_entry, employee_number),
  foreign key (company_id, group_entry) references scim_groups (company_id, entry) deferrable,
  foreign key (company_id, employee_number) references scim_users (company_id, employee_number) deferrable
);

create index scim_group_members_by_person on scim_group_members (company_id, employee_number, group_entry);

-- What a directory did in an hour, as far as the limit of deactivations asks.
create table scim_hours (
  company_id bigint not null references companies (company_id) deferrable,
  -- Since 1970.
  hour bigint not null,
  -- The run that has the changes of the hour.
  run_id text collate "C" check (length(run_id) = 36),
  -- The people that could be deactivated when the first one was to be.
  people bigint check (people >= 0),
  deactivated bigint not null default 0 check (deactivated >= 0),
  -- Whether it was said that the limit is reached.
  is_blocked bigint not null default 0 check (is_blocked in (0, 1)),
  primary key (company_id, hour)
);

-- The last requests that were refused, one for each person and reason.
create table scim_refusals (
  company_id bigint not null references companies (company_id) deferrable,
  entry bigint not null,
  reason text collate "C" not null check (length(reason) between 1 and 50),
  -- Whom the directory meant.
  user_name text collate "C" check (length(user_name) between 1 and 256),
  employee_number bigint,
  first_at bigint not null,
  last_at bigint not null,
  times bigint not null check (times >= 1),
  primary key (company_id, entry)
);

-- Runs of the directory have a source of their own.
alter table sync_runs
  drop constraint sync_runs_source_check,
  add check (source in ('http', 'command_line', 'portal', 'directory'));
