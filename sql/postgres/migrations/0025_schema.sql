-- Functions with SQLite's names, so that both databases read the same statements. Those of one expression are written
-- so that PostgreSQL can expand them in a statement.

create function instr(texts text, part text) returns integer immutable parallel safe
return strpos(texts, part);

create function max(one bigint, other bigint) returns bigint immutable parallel safe
return case when one is null or other is null then null else greatest(one, other) end;

create function iso_time(at bigint) returns text stable parallel safe
return to_char(timestamp '1970-01-01' + at * interval '1 millisecond', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- The month of a moment, counted from the year 0.
create function month_of(at bigint) returns bigint immutable parallel safe
return extract(year from timestamp '1970-01-01' + at * interval '1 millisecond')::bigint * 12
  + extract(month from timestamp '1970-01-01' + at * interval '1 millisecond')::bigint - 1;

create function date(seconds bigint, modifier text) returns text stable parallel safe
return to_char(timestamp '1970-01-01' + seconds * interval '1 second', 'YYYY-MM-DD');

-- A path of SQLite's, `$.name`, as PostgreSQL has it.
create function path_of(path text) returns text[] immutable parallel safe
return string_to_array(substr(path, 3), '.');

create function json_extract(document text, path text) returns text immutable parallel safe
return document::jsonb #>> path_of(path);

create function member_of(document text, name text) returns text immutable parallel safe
return document::jsonb ->> name;

create operator ->> (leftarg = text, rightarg = text, function = member_of);

create function json_replace(document text, path text, value text) returns text immutable parallel safe
return jsonb_set_lax(document::jsonb, path_of(path), to_jsonb(value), false)::text;

create function json_remove(document text, path text) returns text immutable parallel safe
return (document::jsonb #- path_of(path))::text;

create function json_array_length(document text, path text) returns bigint immutable parallel safe
return jsonb_array_length(document::jsonb #> path_of(path));

-- As long as no value of the patch is null.
create function json_patch(target json, patch text) returns json immutable parallel safe
return (target::jsonb || patch::jsonb)::json;

create function json_each(document text) returns table (key bigint, value text) immutable parallel safe language sql as
$$ select position - 1, element from jsonb_array_elements_text(document::jsonb) with ordinality as e (element, position) $$;

create function json_each(document text, path text) returns table (value jsonb) immutable parallel safe language sql as $$
  select value from jsonb_array_elements(
    case jsonb_typeof(document::jsonb #> path_of(path)) when 'array' then document::jsonb #> path_of(path) end
  )
  union all
  select value from jsonb_each(
    case jsonb_typeof(document::jsonb #> path_of(path)) when 'object' then document::jsonb #> path_of(path) end
  )
$$;

create aggregate json_group_array(json) (
  sfunc = array_append, stype = json[], initcond = '{}', finalfunc = array_to_json
);

create aggregate json_group_array(bigint) (
  sfunc = array_append, stype = bigint[], initcond = '{}', finalfunc = array_to_json
);

-- The values of an array parameter.
create function integers_in(list text) returns table (key bigint, value bigint) immutable parallel safe language sql as
$$ select position - 1, element::bigint from jsonb_array_elements_text(list::jsonb) with ordinality as e (element, position) $$;

create function texts_in(list text) returns table (key bigint, value text) immutable parallel safe language sql as
$$ select position - 1, element from jsonb_array_elements_text(list::jsonb) with ordinality as e (element, position) $$;

create function refuse() returns trigger language plpgsql as $$
begin
  raise exception '%', tg_argv[0] using errcode = 'integrity_constraint_violation';
end
$$;

create table companies (
  company_id bigint primary key,
  id text collate "C" not null unique check (length(id) = 36),
  name text collate "C" not null check (length(name) between 1 and 150),
  name_key text collate "C" not null,
  mode text collate "C" not null check (mode in ('live', 'test')),
  live_company_id bigint unique references companies (company_id) deferrable,
  next_employee bigint not null default 1,
  next_department bigint not null default 1,
  next_entry bigint not null default 1,
  revision bigint not null default 0,
  generation bigint not null default 1,
  created_at bigint not null,
  next_event bigint not null default 1,
  check ((mode = 'test') = (live_company_id is not null))
);

create unique index companies_by_name on companies (name_key) where mode = 'live';

create table api_keys (
  company_id bigint not null references companies (company_id) deferrable,
  entry bigint not null,
  id text collate "C" not null check (length(id) = 36),
  hash bytea not null unique check (length(hash) = 32),
  hint text collate "C" not null,
  name text collate "C" not null check (length(name) between 1 and 150),
  scopes text collate "C" not null check ((scopes::json) is not null),
  requests_per_minute bigint not null check (requests_per_minute between 1 and 1000000),
  created_at bigint not null,
  expires_at bigint,
  revoked_at bigint,
  successor_id text collate "C",
  last_used_at bigint,
  last_used_from text collate "C",
  expiry_noted_at bigint,
  primary key (company_id, entry),
  unique (company_id, id)
);

create table audit_log (
  company_id bigint not null references companies (company_id) deferrable,
  entry bigint not null,
  at bigint not null,
  actor text collate "C" not null,
  action text collate "C" not null,
  target_kind text collate "C" not null,
  target_id text collate "C",
  before text collate "C" check (before is null or (before::json) is not null),
  after text collate "C" check (after is null or (after::json) is not null),
  primary key (company_id, entry)
);

create index audit_log_by_action on audit_log (company_id, action, entry);

create index audit_log_by_actor on audit_log (company_id, actor, entry);

create index audit_log_by_time on audit_log (company_id, at, entry);

create index audit_log_by_target on audit_log (company_id, target_id, entry) where target_kind <> 'employee';

create table departments (
  company_id bigint not null references companies (company_id) deferrable,
  number bigint not null check (number >= 1),
  id text collate "C" not null check (length(id) = 36),
  external_id text collate "C" check (length(external_id) between 1 and 255),
  name text collate "C" not null check (length(name) between 1 and 150),
  name_key text collate "C" not null,
  parent_number bigint,
  archived_at bigint,
  created_at bigint not null,
  primary key (company_id, number),
  unique (company_id, id),
  unique (company_id, external_id),
  foreign key (company_id, parent_number) references departments (company_id, number) deferrable,
  check (parent_number is distinct from number)
);

create table employees (
  company_id bigint not null references companies (company_id) deferrable,
  number bigint not null check (number >= 1),
  id text collate "C" not null check (length(id) = 36),
  external_id text collate "C" check (length(external_id) between 1 and 255),
  email text collate "C" not null check (length(email) between 1 and 256),
  email_key text collate "C" not null,
  given_name text collate "C" check (length(given_name) between 1 and 255),
  account_name text collate "C" check (length(account_name) between 1 and 255),
  department_number bigint,
  job_title text collate "C" check (length(job_title) between 1 and 150),
  is_admin bigint not null default 0 check (is_admin in (0, 1)),
  portal_role text collate "C" check (length(portal_role) between 1 and 150),
  deactivated_at bigint,
  deactivated_by text collate "C" check (deactivated_by in ('sync', 'portal')),
  deactivation_reason text collate "C",
  xp bigint not null default 0 check (abs(xp) <= 9007199254740991),
  coins bigint not null default 0 check (coins between 0 and 9007199254740991),
  created_at bigint not null,
  revision bigint not null,
  erased_at bigint check (
    erased_at is null
    or (
      external_id is null and account_name is null and job_title is null and department_number is null
      and is_admin = 0 and portal_role is null and deactivated_at is not null and deactivation_reason is null
    )
  ),
  primary key (company_id, number),
  unique (company_id, id),
  unique (company_id, external_id),
  unique (company_id, email_key),
  foreign key (company_id, department_number) references departments (company_id, number) deferrable,
  check ((deactivated_at is null) = (deactivated_by is null))
);

create index employees_active on employees (company_id, number) where deactivated_at is null;

create index employees_by_department
  on employees (company_id, department_number, deactivated_at, number);

create index employees_by_revision on employees (company_id, revision);

create index employees_out_of_the_ordinary
  on employees (company_id, deactivated_at, is_admin, portal_role, external_id)
  where deactivated_at is not null or is_admin = 1 or portal_role is not null or external_id is null;

create table badges (
  company_id bigint not null references companies (company_id) deferrable,
  code text collate "C" not null check (length(code) between 1 and 64),
  name text collate "C" not null check (length(name) between 1 and 150),
  description text collate "C",
  category text collate "C" not null check (category in ('milestone', 'skill', 'social')),
  rarity text collate "C" not null check (rarity in ('common', 'uncommon', 'rare', 'epic', 'legendary')),
  icon_url text collate "C",
  xp_threshold bigint check (xp_threshold between 1 and 9007199254740991),
  created_at bigint not null,
  holders bigint not null default 0 check (holders >= 0),
  primary key (company_id, code)
);

create table badge_awards (
  company_id bigint not null references companies (company_id) deferrable,
  employee_number bigint not null,
  entry bigint not null,
  badge_code text collate "C" not null,
  awarded_at bigint not null,
  revoked_at bigint,
  primary key (company_id, employee_number, entry),
  foreign key (company_id, employee_number) references employees (company_id, number) deferrable,
  foreign key (company_id, badge_code) references badges (company_id, code) deferrable
);

create unique index badge_awards_held
  on badge_awards (company_id, badge_code, employee_number) where revoked_at is null;

create table closed_months (
  company_id bigint not null references companies (company_id) deferrable,
  month bigint not null,
  version bigint not null check (version >= 1),
  closed_at bigint not null,
  reopened_at bigint,
  people bigint not null check (people >= 0),
  standings bigint not null,
  primary key (company_id, month, version),
  unique (company_id, standings)
);

create unique index closed_months_in_force on closed_months (company_id, month) where reopened_at is null;

create table coin_ledger (
  company_id bigint not null references companies (company_id) deferrable,
  employee_number bigint not null,
  entry bigint not null,
  amount bigint not null check (amount <> 0 and abs(amount) <= 1000000000),
  reason text collate "C" check (length(reason) between 1 and 500),
  source text collate "C" not null,
  recorded_at bigint not null,
  once_key text collate "C" check (length(once_key) between 1 and 255),
  primary key (company_id, employee_number, entry),
  foreign key (company_id, employee_number) references employees (company_id, number) deferrable
);

create unique index coin_ledger_once on coin_ledger (company_id, once_key) where once_key is not null;

create table contests (
  company_id bigint not null references companies (company_id) deferrable,
  entry bigint not null,
  id text collate "C" not null check (length(id) = 36),
  name text collate "C" not null check (length(name) between 1 and 150),
  name_key text collate "C" not null,
  starts_at bigint not null,
  ends_at bigint not null check (ends_at > starts_at),
  departments text collate "C" not null,
  prizes text collate "C" not null,
  created_at bigint not null,
  cancelled_at bigint,
  closed_at bigint,
  people bigint check (people >= 0),
  standings bigint,
  -- Prizes that could not be granted, with the reason.
  withheld text collate "C",
  primary key (company_id, entry),
  unique (company_id, id),
  unique (company_id, standings),
  check (cancelled_at is null or closed_at is null),
  check ((closed_at is null) = (people is null)),
  check ((closed_at is null) = (standings is null)),
  check ((closed_at is null) = (withheld is null))
);

create index contests_open on contests (company_id, ends_at) where closed_at is null and cancelled_at is null;

create table deleted_companies (
  company_id bigint primary key,
  id text collate "C" not null check (length(id) = 36),
  mode text collate "C" not null check (mode in ('live', 'test')),
  deleted_at bigint not null,
  actor text collate "C" not null
);

create table deployment (
  id bigint primary key check (id = 1),
  cursor_key bytea not null check (length(cursor_key) = 32),
  created_at bigint not null,
  remnants_at bigint,
  last_backup_at bigint,
  last_backup_bytes bigint,
  address text collate "C"
);

create table events (
  company_id bigint not null references companies (company_id) deferrable,
  sequence bigint not null check (sequence >= 1),
  id text collate "C" not null check (length(id) = 36),
  type text collate "C" not null,
  at bigint not null,
  employee_number bigint,
  data text collate "C" not null check ((data::json) is not null),
  primary key (company_id, sequence),
  foreign key (company_id, employee_number) references employees (company_id, number) deferrable
);

create table portal_accounts (
  company_id bigint not null references companies (company_id) deferrable,
  entry bigint not null,
  id text collate "C" not null check (length(id) = 36),
  employee_number bigint,
  -- Null until the first sign-in by a link that was made without an address.
  email text collate "C" check (length(email) between 1 and 256),
  email_key text collate "C",
  role text collate "C" check (role in ('owner', 'admin', 'viewer')),
  password_hash text collate "C",
  -- Hash and end of the one link that has not been used; a new link replaces it.
  link_hash bytea unique check (length(link_hash) = 32),
  link_expires_at bigint,
  created_at bigint not null,
  disabled_at bigint,
  last_sign_in_at bigint,
  issuer text collate "C",
  subject text collate "C" check ((issuer is null) = (subject is null)),
  totp_since bigint,
  totp_secret bytea
    check (length(totp_secret) = 20 and (totp_secret is null) = (totp_since is null)),
  totp_step bigint check ((totp_step is null) = (totp_since is null)),
  recovery_hashes bytea
    check (length(recovery_hashes) % 32 = 0 and (recovery_hashes is null) = (totp_since is null)),
  primary key (company_id, entry),
  unique (company_id, id),
  unique (company_id, email_key),
  unique (company_id, employee_number),
  foreign key (company_id, employee_number) references employees (company_id, number) deferrable,
  check ((employee_number is null) = (role is not null)),
  check (employee_number is null or email is null),
  check ((email is null) = (email_key is null)),
  check ((link_hash is null) = (link_expires_at is null))
);

create index portal_accounts_by_own_role on portal_accounts (company_id, entry) where role is not null;

create unique index portal_accounts_by_identity on portal_accounts (subject, issuer) where subject is not null;

create table portal_sessions (
  company_id bigint not null references companies (company_id) deferrable,
  account_entry bigint not null,
  entry bigint not null,
  id text collate "C" not null check (length(id) = 36),
  hash bytea not null unique check (length(hash) = 32),
  created_at bigint not null,
  last_used_at bigint not null,
  client text collate "C" not null,
  browser text collate "C" not null,
  confirmed_at bigint,
  primary key (company_id, account_entry, entry),
  foreign key (company_id, account_entry) references portal_accounts (company_id, entry) deferrable
);

create table shop_items (
  company_id bigint not null references companies (company_id) deferrable,
  entry bigint not null,
  id text collate "C" not null check (length(id) = 36),
  name text collate "C" not null check (length(name) between 1 and 150),
  description text collate "C" not null,
  category text collate "C" not null check (category in ('gift_card', 'merch', 'perk', 'donation', 'experience')),
  image_url text collate "C" not null,
  coin_price bigint not null check (coin_price between 0 and 1000000000),
  stock_remaining bigint check (stock_remaining >= 0),
  created_at bigint not null,
  retired_at bigint,
  primary key (company_id, entry),
  unique (company_id, id)
);

create index shop_items_on_offer on shop_items (company_id, entry) where retired_at is null;

create index shop_items_on_offer_by_category
  on shop_items (company_id, category, entry) where retired_at is null;

create table redemptions (
  company_id bigint not null references companies (company_id) deferrable,
  entry bigint not null,
  id text collate "C" not null check (length(id) = 36),
  employee_number bigint not null,
  item_entry bigint not null,
  coin_price bigint not null,
  stock_taken bigint not null check (stock_taken in (0, 1)),
  payment_entry bigint,
  refund_entry bigint,
  status text collate "C" not null check (status in ('pending', 'approved', 'fulfilled', 'declined', 'refunded')),
  created_at bigint not null,
  updated_at bigint not null,
  once_key text collate "C" check (length(once_key) between 1 and 255),
  reason text collate "C" check (
    reason is null or (length(reason) between 1 and 500 and status in ('declined', 'refunded'))
  ),
  primary key (company_id, entry),
  unique (company_id, id),
  foreign key (company_id, employee_number) references employees (company_id, number) deferrable,
  foreign key (company_id, item_entry) references shop_items (company_id, entry) deferrable,
  check ((payment_entry is not null) = (coin_price > 0)),
  check ((refund_entry is not null) = (coin_price > 0 and status in ('declined', 'refunded')))
);

create index redemptions_by_employee on redemptions (company_id, employee_number, entry);

create index redemptions_by_status on redemptions (company_id, status, entry);

create unique index redemptions_once on redemptions (company_id, once_key) where once_key is not null;

create table sso_domains (
  company_id bigint not null references companies (company_id) deferrable,
  domain text collate "C" not null check (length(domain) between 1 and 255),
  primary key (company_id, domain)
);

create table standings_blocks (
  company_id bigint not null references companies (company_id) deferrable,
  standings bigint not null,
  list text collate "C" not null check (list in ('standings', 'ranks', 'members')),
  department_number bigint not null check (list = 'members' or department_number = 0),
  first bigint not null check (first >= 1),
  data bytea not null,
  primary key (company_id, standings, list, department_number, first)
);

create table sync_budgets (
  company_id bigint not null references companies (company_id) deferrable,
  key_id text collate "C" not null,
  window_started_at bigint not null,
  used bigint not null check (used >= 0),
  primary key (company_id, key_id)
);

create table sync_runs (
  company_id bigint not null references companies (company_id) deferrable,
  entry bigint not null,
  id text collate "C" not null check (length(id) = 36),
  kind text collate "C" not null check (kind in ('sync', 'revert', 'approval')),
  subject_id text collate "C",
  superseded_by text collate "C",
  source text collate "C" not null check (source in ('http', 'command_line', 'portal')),
  actor text collate "C" not null,
  request_id text collate "C",
  started_at bigint not null,
  finished_at bigint not null,
  outcome text collate "C" not null check (outcome in ('applied', 'deactivation_blocked', 'failed')),
  result text collate "C" not null check ((result::json) is not null),
  -- Before SQLite 3.45 (null::json) is not null was false.
  changes text collate "C" check (changes is null or (changes::json) is not null),
  primary key (company_id, entry),
  unique (company_id, id),
  check ((kind = 'sync') = (subject_id is null)),
  check (finished_at >= started_at)
);

create index sync_runs_by_source on sync_runs (company_id, source, outcome, entry) where kind = 'sync';

create index sync_runs_by_subject
  on sync_runs (company_id, subject_id, entry) where subject_id is not null;

create unique index sync_runs_to_approve on sync_runs (company_id)
  where json_extract(result, '$.deactivation_skipped_reason') = 'limit_exceeded' and superseded_by is null;

create table walls (
  company_id bigint not null references companies (company_id) deferrable,
  entry bigint not null,
  id text collate "C" not null check (length(id) = 36),
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- Null for the name of the period.
  title text collate "C" check (length(title) between 1 and 60),
  period text collate "C" not null check (period in ('all_time', 'this_month', 'last_3_months', 'last_year')),
  department_number bigint,
  row_count bigint not null check (row_count between 1 and 20),
  created_at bigint not null,
  primary key (company_id, entry),
  unique (company_id, id),
  foreign key (company_id, department_number) references departments (company_id, number) deferrable
);

create table webhooks (
  company_id bigint not null references companies (company_id) deferrable,
  entry bigint not null,
  id text collate "C" not null check (length(id) = 36),
  url text collate "C" not null check (length(url) between 1 and 2048),
  types text collate "C" check (types is null or (types::json) is not null),
  secrets text collate "C" not null check ((secrets::json) is not null),
  created_at bigint not null,
  settled bigint not null check (settled >= 0),
  failing_since bigint,
  failures bigint not null default 0,
  disabled_at bigint,
  disabled_by text collate "C" check (disabled_by in ('operator', 'receiver', 'failures')),
  primary key (company_id, entry),
  unique (company_id, id),
  check ((disabled_at is null) = (disabled_by is null)),
  check ((failing_since is null) = (failures = 0))
);

create table webhook_deliveries (
  company_id bigint not null,
  webhook_entry bigint not null,
  sequence bigint not null,
  state text collate "C" not null check (state in ('delivered', 'waiting', 'failed')),
  attempts bigint not null,
  attempted_at bigint,
  milliseconds bigint,
  status bigint,
  error text collate "C",
  next_attempt_at bigint,
  primary key (company_id, webhook_entry, sequence),
  foreign key (company_id, webhook_entry) references webhooks (company_id, entry) deferrable,
  check ((state = 'waiting') = (next_attempt_at is not null))
);

create index webhook_deliveries_due
  on webhook_deliveries (company_id, webhook_entry, next_attempt_at) where next_attempt_at is not null;

create index webhook_deliveries_waiting
  on webhook_deliveries (company_id, webhook_entry, sequence) where next_attempt_at is not null;

create table xp_ledger (
  company_id bigint not null references companies (company_id) deferrable,
  employee_number bigint not null,
  entry bigint not null,
  amount bigint not null check (amount <> 0 and abs(amount) <= 1000000000),
  reason text collate "C" check (length(reason) between 1 and 500),
  source text collate "C" not null,
  counts_at bigint not null check (counts_at >= 0),
  recorded_at bigint not null,
  once_key text collate "C" check (length(once_key) between 1 and 255),
  primary key (company_id, employee_number, entry),
  foreign key (company_id, employee_number) references employees (company_id, number) deferrable
);

create unique index xp_ledger_once on xp_ledger (company_id, once_key) where once_key is not null;

create table xp_months (
  company_id bigint not null references companies (company_id) deferrable,
  employee_number bigint not null,
  month bigint not null,
  xp bigint not null,
  primary key (company_id, employee_number, month)
);


-- What is derived from other tables, and what never changes.

create function badge_awards_count() returns trigger language plpgsql as $$
declare
  award badge_awards := coalesce(new, old);
begin
  update badges
  set holders = holders
    + (case when tg_op <> 'DELETE' and new.revoked_at is null then 1 else 0 end)
    - (case when tg_op <> 'INSERT' and old.revoked_at is null then 1 else 0 end)
  where company_id = award.company_id and code = award.badge_code
    and exists (
      select 1 from employees
      where company_id = award.company_id and number = award.employee_number and deactivated_at is null
    );
  return null;
end
$$;

create trigger badge_awards_count_changes after update of revoked_at on badge_awards
for each row when ((old.revoked_at is null) <> (new.revoked_at is null)) execute function badge_awards_count();

create trigger badge_awards_count_deleted after delete on badge_awards
for each row when (old.revoked_at is null) execute function badge_awards_count();

create trigger badge_awards_count_new after insert on badge_awards
for each row when (new.revoked_at is null) execute function badge_awards_count();

create function employees_count() returns trigger language plpgsql as $$
begin
  update badges set holders = holders + (case when new.deactivated_at is null then 1 else -1 end)
  where company_id = new.company_id
    and code in (
      select badge_code
      from badge_awards
      where company_id = new.company_id and employee_number = new.number and revoked_at is null
    );
  return null;
end
$$;

create trigger employees_count_as_holders after update of deactivated_at on employees
for each row when ((old.deactivated_at is null) <> (new.deactivated_at is null)) execute function employees_count();

create trigger closed_months_are_never_rewritten before update on closed_months
for each row when (
  old.reopened_at is not null
  or (new.company_id, new.month, new.version, new.closed_at, new.people, new.standings)
    is distinct from (old.company_id, old.month, old.version, old.closed_at, old.people, old.standings)
)
execute function refuse('closed months are never changed');

create trigger contests_end_once before update on contests
for each row when (old.closed_at is not null or old.cancelled_at is not null)
execute function refuse('closed contests are never changed');

create function coin_ledger_add() returns trigger language plpgsql as $$
begin
  update employees
  set coins = coins + new.amount,
      revision = (select revision from companies where company_id = new.company_id)
  where company_id = new.company_id and number = new.employee_number;
  return null;
end
$$;

create trigger coin_ledger_adds_up after insert on coin_ledger
for each row execute function coin_ledger_add();

create function xp_ledger_add() returns trigger language plpgsql as $$
begin
  insert into xp_months (company_id, employee_number, month, xp)
  values (new.company_id, new.employee_number, month_of(new.counts_at), new.amount)
  on conflict (company_id, employee_number, month) do update set xp = xp_months.xp + excluded.xp;
  update employees
  set xp = xp + new.amount,
      revision = (select revision from companies where company_id = new.company_id)
  where company_id = new.company_id and number = new.employee_number;
  return null;
end
$$;

create trigger xp_ledger_adds_up after insert on xp_ledger
for each row execute function xp_ledger_add();

-- An entry changes only when the texts of a person who was erased are removed.
create function ledger_update() returns trigger language plpgsql as $$
declare
  before jsonb := to_jsonb(old) - 'reason' - 'once_key';
  after jsonb := to_jsonb(new) - 'reason' - 'once_key';
begin
  if new.reason is null and new.once_key is null and before = after and exists (
    select 1 from employees
    where company_id = old.company_id and number = old.employee_number and erased_at is not null
  ) then
    return new;
  end if;
  raise exception 'ledger entries are never changed' using errcode = 'integrity_constraint_violation';
end
$$;

create function ledger_delete() returns trigger language plpgsql as $$
begin
  if (select mode from companies where company_id = old.company_id) = 'live' then
    raise exception 'ledger entries are never deleted' using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end
$$;

create trigger coin_ledger_is_never_rewritten before update on coin_ledger
for each row execute function ledger_update();

create trigger coin_ledger_is_never_shortened before delete on coin_ledger
for each row execute function ledger_delete();

create trigger xp_ledger_is_never_rewritten before update on xp_ledger
for each row execute function ledger_update();

create trigger xp_ledger_is_never_shortened before delete on xp_ledger
for each row execute function ledger_delete();

create trigger events_are_never_rewritten before update on events
for each row execute function refuse('events are never changed');

create function events_take_deliveries() returns trigger language plpgsql as $$
begin
  delete from webhook_deliveries
  where company_id = old.company_id
    and webhook_entry in (select entry from webhooks where company_id = old.company_id)
    and sequence = old.sequence;
  return null;
end
$$;

create trigger events_take_their_deliveries after delete on events
for each row execute function events_take_deliveries();

create function employees_end_sessions() returns trigger language plpgsql as $$
begin
  delete from portal_sessions
  where company_id = new.company_id
    and account_entry = (
      select entry from portal_accounts
      where company_id = new.company_id and employee_number = new.number
    );
  return null;
end
$$;

create trigger portal_sessions_end_with_employee after update of is_admin, portal_role, deactivated_at on employees
for each row when (
  (old.is_admin, old.portal_role, old.deactivated_at)
    is distinct from (new.is_admin, new.portal_role, new.deactivated_at)
)
execute function employees_end_sessions();

create function accounts_end_sessions() returns trigger language plpgsql as $$
begin
  delete from portal_sessions where company_id = new.company_id and account_entry = new.entry;
  return null;
end
$$;

create trigger portal_sessions_end_with_account after update of role, disabled_at, password_hash on portal_accounts
for each row when (
  (old.role, old.disabled_at, old.password_hash) is distinct from (new.role, new.disabled_at, new.password_hash)
)
execute function accounts_end_sessions();

-- The number of commits, so that every connection notices those of the others. The first statement of a transaction
-- counts it.

create table changes (
  n bigint not null,
  counted xid8 not null
);

insert into changes values (1, '0');

create function count_change() returns trigger language plpgsql as $$
begin
  update changes set n = n + 1, counted = pg_current_xact_id() where counted <> pg_current_xact_id();
  return null;
end
$$;

do $$
declare
  name text;
begin
  for name in
    select table_name from information_schema.tables
    where table_schema = current_schema and table_name <> 'changes'
  loop
    execute format(
      'create trigger counts_changes after insert or update or delete or truncate on %I execute function count_change()',
      name
    );
  end loop;
end
$$;

-- Makes a table whose only row is deleted, with which a vacuum finds out whether somebody can still see what is deleted.
create function leave_deleted_row() returns void language plpgsql as $$
begin
  drop table if exists deleted;
  create table deleted as select 1 as number;
  delete from deleted;
end $$;
