-- The installation itself: one row. The cursor key is kept here so that cursors outlive a restart
-- and a copied file takes its cursors along.
create table deployment (
  id integer primary key check (id = 1),
  cursor_key blob not null check (length(cursor_key) = 32),
  created_at integer not null
) strict;

-- `company_id` is a small number of our own: it leads every key of every other table, millions of times.
-- `id` is what the world sees. A sandbox is a company in mode 'test' that points at its live one.
-- The next_* columns hand out the numbers under which a company's things are kept, in order of arrival.
-- `revision` grows with every write to the company, and whoever is changed by a write carries it:
-- "what changed since" is an index range. `generation` grows when a sandbox is emptied, because what
-- is deleted carries no revision.
create table companies (
  company_id integer primary key,
  id text not null unique check (length(id) = 36),
  name text not null check (length(name) between 1 and 150),
  name_key text not null,
  mode text not null check (mode in ('live', 'test')),
  live_company_id integer unique references companies (company_id),
  next_employee integer not null default 1,
  next_department integer not null default 1,
  next_entry integer not null default 1,
  revision integer not null default 0,
  generation integer not null default 1,
  created_at integer not null,
  check ((mode = 'test') = (live_company_id is not null))
) strict;

create unique index companies_by_name on companies (name_key) where mode = 'live';

create table sso_domains (
  company_id integer not null references companies (company_id),
  domain text not null check (length(domain) between 1 and 255),
  primary key (company_id, domain)
) strict, without rowid;

-- Only a hash of the key is kept. It is looked up before the company is known,
-- which is why its index cannot lead with company_id.
create table api_keys (
  company_id integer not null references companies (company_id),
  id text not null check (length(id) = 36),
  hash blob not null unique check (length(hash) = 32),
  hint text not null,
  name text not null check (length(name) between 1 and 150),
  scopes text not null check (json_valid(scopes)),
  requests_per_minute integer not null check (requests_per_minute between 1 and 1000000),
  created_at integer not null,
  expires_at integer,
  revoked_at integer,
  successor_id text,
  last_used_at integer,
  last_used_from text,
  primary key (company_id, id)
) strict, without rowid;
