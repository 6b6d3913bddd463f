create table departments (
  company_id integer not null references companies (company_id),
  number integer not null check (number >= 1),
  id text not null check (length(id) = 36),
  external_id text check (length(external_id) between 1 and 255),
  name text not null check (length(name) between 1 and 150),
  name_key text not null,
  parent_number integer,
  archived_at integer,
  created_at integer not null,
  primary key (company_id, number),
  unique (company_id, id),
  unique (company_id, external_id),
  foreign key (company_id, parent_number) references departments (company_id, number),
  check (parent_number is not number)
) strict, without rowid;

-- `number` is the order of joining. `given_name` is the name that was sent, `account_name` the one the
-- person signed in with; the second wins. `xp` and `coins` are the ledgers' totals, kept by their triggers.
create table employees (
  company_id integer not null references companies (company_id),
  number integer not null check (number >= 1),
  id text not null check (length(id) = 36),
  external_id text check (length(external_id) between 1 and 255),
  email text not null check (length(email) between 1 and 256),
  email_key text not null,
  given_name text check (length(given_name) between 1 and 255),
  account_name text check (length(account_name) between 1 and 255),
  department_number integer,
  job_title text check (length(job_title) between 1 and 150),
  is_admin integer not null default 0 check (is_admin in (0, 1)),
  portal_role text check (length(portal_role) between 1 and 150),
  deactivated_at integer,
  deactivated_by text check (deactivated_by in ('sync', 'portal')),
  deactivation_reason text,
  xp integer not null default 0 check (abs(xp) <= 9007199254740991),
  coins integer not null default 0 check (coins between 0 and 9007199254740991),
  created_at integer not null,
  revision integer not null,
  primary key (company_id, number),
  unique (company_id, id),
  unique (company_id, external_id),
  unique (company_id, email_key),
  foreign key (company_id, department_number) references departments (company_id, number),
  check ((deactivated_at is null) = (deactivated_by is null))
) strict, without rowid;

-- Lists are of active people and must not wade through those who have left.
create index employees_active on employees (company_id, number) where deactivated_at is null;

create index employees_by_department
  on employees (company_id, department_number, deactivated_at, number);

create index employees_by_revision on employees (company_id, revision);

-- Everyone a plain head count would get wrong: who is not simply active, linked and without a role.
-- They are few, so a sync counts them and subtracts instead of reading the whole company.
create index employees_out_of_the_ordinary
  on employees (company_id, deactivated_at, is_admin, portal_role, external_id)
  where deactivated_at is not null or is_admin = 1 or portal_role is not null or external_id is null;
