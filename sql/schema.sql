-- What the migrations add up to. Written by: npm run schema

CREATE TABLE api_keys (
  company_id integer not null references companies (company_id),
  entry integer not null,
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
  last_used_from text, expiry_noted_at integer,
  primary key (company_id, entry),
  unique (company_id, id)
) strict, without rowid;

CREATE TABLE audit_log (
  company_id integer not null references companies (company_id),
  entry integer not null,
  at integer not null,
  actor text not null,
  action text not null,
  target_kind text not null,
  target_id text,
  before text check (before is null or json_valid(before)),
  after text check (after is null or json_valid(after)),
  primary key (company_id, entry)
) strict, without rowid;

CREATE INDEX audit_log_by_action on audit_log (company_id, action, entry);

CREATE INDEX audit_log_by_actor on audit_log (company_id, actor, entry);

CREATE INDEX audit_log_by_target on audit_log (company_id, target_id, entry);

CREATE INDEX audit_log_by_time on audit_log (company_id, at, entry);

CREATE TABLE award_actors (
  company_id integer not null references companies (company_id),
  number integer not null check (number >= 1),
  actor text not null,
  primary key (company_id, number),
  unique (company_id, actor)
) strict, without rowid;

CREATE TABLE badge_awards (
  company_id integer not null references companies (company_id),
  employee_number integer not null,
  entry integer not null,
  badge_code text not null,
  awarded_at integer not null,
  revoked_at integer,
  primary key (company_id, employee_number, entry),
  foreign key (company_id, employee_number) references employees (company_id, number),
  foreign key (company_id, badge_code) references badges (company_id, code)
) strict, without rowid;

CREATE INDEX badge_awards_by_day on badge_awards (company_id, awarded_at, employee_number, entry, badge_code) where revoked_at is null;

CREATE UNIQUE INDEX badge_awards_held
  on badge_awards (company_id, badge_code, employee_number) where revoked_at is null;

CREATE TRIGGER badge_awards_count_changes after update of revoked_at on badge_awards
when (old.revoked_at is null) <> (new.revoked_at is null)
begin
  update badges set holders = holders + iif(new.revoked_at is null, 1, -1)
  where company_id = new.company_id and code = new.badge_code
    and exists (
      select 1 from employees
      where company_id = new.company_id and number = new.employee_number and deactivated_at is null
    );
end;

CREATE TRIGGER badge_awards_count_deleted after delete on badge_awards
when old.revoked_at is null
begin
  update badges set holders = holders - 1
  where company_id = old.company_id and code = old.badge_code
    and exists (
      select 1 from employees
      where company_id = old.company_id and number = old.employee_number and deactivated_at is null
    );
end;

CREATE TRIGGER badge_awards_count_new after insert on badge_awards
when new.revoked_at is null
begin
  update badges set holders = holders + 1
  where company_id = new.company_id and code = new.badge_code
    and exists (
      select 1 from employees
      where company_id = new.company_id and number = new.employee_number and deactivated_at is null
    );
end;

CREATE TRIGGER report_totals_count_badges after insert on badge_awards
when new.revoked_at is null
begin
  insert into report_totals (company_id, unit, period, department_number, badges)
  select
    new.company_id, unit, period,
    coalesce(
      (
        select f.department_number from former_placements f
        where f.company_id = new.company_id and f.employee_number = new.employee_number
          and iif(unit = 'month', f.month, f.week) > period
        order by f.until limit 1
      ),
      (select e.department_number from employees e where e.company_id = new.company_id and e.number = new.employee_number),
      0
    ),
    1
  from (
    select
      'month' as unit, strftime('%Y', new.awarded_at / 1000, 'unixepoch') * 12 + strftime('%m', new.awarded_at / 1000, 'unixepoch') - 1 as period
    union all
    select 'week', (new.awarded_at / 86400000 + 3) / 7
  ) p
  where true
  on conflict (company_id, unit, period, department_number) do update set badges = badges + excluded.badges;
end;

CREATE TRIGGER report_totals_count_revoked_badges after update of revoked_at on badge_awards
when (old.revoked_at is null) <> (new.revoked_at is null)
begin
  insert into report_totals (company_id, unit, period, department_number, badges)
  select
    new.company_id, unit, period,
    coalesce(
      (
        select f.department_number from former_placements f
        where f.company_id = new.company_id and f.employee_number = new.employee_number
          and iif(unit = 'month', f.month, f.week) > period
        order by f.until limit 1
      ),
      (select e.department_number from employees e where e.company_id = new.company_id and e.number = new.employee_number),
      0
    ),
    iif(new.revoked_at is null, 1, -1)
  from (
    select
      'month' as unit, strftime('%Y', new.awarded_at / 1000, 'unixepoch') * 12 + strftime('%m', new.awarded_at / 1000, 'unixepoch') - 1 as period
    union all
    select 'week', (new.awarded_at / 86400000 + 3) / 7
  ) p
  where true
  on conflict (company_id, unit, period, department_number) do update set badges = badges + excluded.badges;
end;

CREATE TABLE badges (
  company_id integer not null references companies (company_id),
  code text not null check (length(code) between 1 and 64),
  name text not null check (length(name) between 1 and 150),
  description text,
  category text not null check (category in ('milestone', 'skill', 'social')),
  rarity text not null check (rarity in ('common', 'uncommon', 'rare', 'epic', 'legendary')),
  icon_url text,
  xp_threshold integer check (xp_threshold between 1 and 9007199254740991),
  created_at integer not null, holders integer not null default 0 check (holders >= 0),
  primary key (company_id, code)
) strict, without rowid;

CREATE TABLE "closed_months" (
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

CREATE UNIQUE INDEX closed_months_in_force on closed_months (company_id, month) where reopened_at is null;

CREATE TRIGGER closed_months_are_never_rewritten before update on closed_months
when old.reopened_at is not null
  or (new.company_id, new.month, new.version, new.closed_at, new.people, new.standings)
    is not (old.company_id, old.month, old.version, old.closed_at, old.people, old.standings)
begin
  select raise(abort, 'closed months are never changed');
end;

CREATE TABLE coin_ledger (
  company_id integer not null references companies (company_id),
  employee_number integer not null,
  entry integer not null,
  amount integer not null check (amount <> 0 and abs(amount) <= 1000000000),
  reason text check (length(reason) between 1 and 500),
  source text,
  recorded_at integer not null,
  once_key text check (length(once_key) between 1 and 255),
  actor integer,
  total integer,
  primary key (company_id, employee_number, entry),
  foreign key (company_id, employee_number) references employees (company_id, number),
  foreign key (company_id, actor) references award_actors (company_id, number),
  check (source is not null or actor is not null),
  check (total is null or actor is not null)
) strict, without rowid;

CREATE INDEX coin_ledger_awards on coin_ledger (company_id, entry) where total is not null;

CREATE INDEX coin_ledger_awards_by_actor on coin_ledger (company_id, actor, entry) where total is not null;

CREATE INDEX coin_ledger_awards_by_time on coin_ledger (company_id, recorded_at, entry) where total is not null;

CREATE UNIQUE INDEX coin_ledger_once on coin_ledger (company_id, once_key) where once_key is not null;

CREATE TRIGGER coin_ledger_adds_up after insert on coin_ledger
begin
  update employees
  set coins = coins + new.amount,
      revision = (select revision from companies where company_id = new.company_id)
  where company_id = new.company_id and number = new.employee_number;
end;

CREATE TRIGGER coin_ledger_is_never_rewritten before update on coin_ledger
when not (
  new.reason is null and new.once_key is null
  and (
    new.company_id, new.employee_number, new.entry, new.amount, new.source, new.recorded_at, new.actor, new.total
  ) is (
    old.company_id, old.employee_number, old.entry, old.amount, old.source, old.recorded_at, old.actor, old.total
  )
  and exists (
    select 1 from employees
    where company_id = old.company_id and number = old.employee_number and erased_at is not null
  )
)
begin
  select raise(abort, 'ledger entries are never changed');
end;

CREATE TRIGGER coin_ledger_is_never_shortened before delete on coin_ledger
when (select mode from companies where company_id = old.company_id) = 'live'
begin
  select raise(abort, 'ledger entries are never deleted');
end;

CREATE TABLE companies (
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
  created_at integer not null, next_event integer not null default 1, held_until integer, ask_above_xp integer not null default 10000
  check (ask_above_xp between 1 and 1000000000), ask_above_coins integer not null default 1000
  check (ask_above_coins between 1 and 1000000000), ties text not null default 'shared' check (ties in ('shared', 'first')), revised_at integer not null default 0, sign_ins_since integer not null default 0, coins_per_100_xp integer not null default 0 check (coins_per_100_xp between 0 and 1000), coins_for_xp_since integer not null default 0, worth_of_100_coins integer not null default 0 check (worth_of_100_coins between 0 and 10000000), currency text not null default 'EUR' check (length(currency) = 3), picture_secret blob check (length(picture_secret) = 32), logo text check (length(logo) between 1 and 100), welcome_xp integer not null default 0 check (welcome_xp between 0 and 1000000), welcome_coins integer not null default 0 check (welcome_coins between 0 and 1000000), welcome_reason text not null default 'Welcome' check (length(welcome_reason) between 1 and 150), about text check (length(about) between 1 and 2000), unwanted_mail text not null default '', time_zone text not null default 'UTC' check (length(time_zone) between 1 and 100), ranking text not null default 'named'
  check (ranking in ('named', 'opt-in', 'neighbours', 'off')), hide_names_in_api integer not null default 0 check (hide_names_in_api in (0, 1)), roster_authority text not null default 'roster'
  check (roster_authority in ('roster', 'directory', 'both')), scim_number text not null default 'employeeNumber'
  check (scim_number in ('employeeNumber', 'externalId')), scim_users integer not null default 0 check (scim_users >= 0), scim_groups integer not null default 0 check (scim_groups >= 0), smallest_group integer not null default 5 check (smallest_group between 3 and 20), managers_see_people integer not null default 1 check (managers_see_people in (0, 1)), language text not null default 'en' check (length(language) between 2 and 10),
  check ((mode = 'test') = (live_company_id is not null))
) strict;

CREATE UNIQUE INDEX companies_by_name on companies (name_key) where mode = 'live';

CREATE TABLE contests (
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
  withheld text, ties text not null default 'joined' check (ties in ('shared', 'first', 'joined')), counts text not null default 'xp' check (counts in ('xp', 'badges', 'participation', 'average')), reasons text not null default '[]', badges text not null default '[]', teams text check (teams is null or closed_at is not null), deciders text not null default '[]',
  primary key (company_id, entry),
  unique (company_id, id),
  unique (company_id, standings),
  check (cancelled_at is null or closed_at is null),
  check ((closed_at is null) = (people is null)),
  check ((closed_at is null) = (standings is null)),
  check ((closed_at is null) = (withheld is null))
) strict, without rowid;

CREATE INDEX contests_open on contests (company_id, ends_at) where closed_at is null and cancelled_at is null;

CREATE TRIGGER contests_end_once before update on contests
when old.closed_at is not null or old.cancelled_at is not null
begin
  select raise(abort, 'closed contests are never changed');
end;

CREATE TABLE deleted_companies (
  company_id integer primary key,
  id text not null check (length(id) = 36),
  mode text not null check (mode in ('live', 'test')),
  deleted_at integer not null,
  actor text not null
) strict;

CREATE TABLE departments (
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

CREATE TABLE deployment (
  id integer primary key check (id = 1),
  cursor_key blob not null check (length(cursor_key) = 32),
  created_at integer not null
, remnants_at integer, last_backup_at integer, last_backup_bytes integer, address text, served_by text, deleted_as_of integer, sends_mail integer not null default 0 check (sends_mail in (0, 1)), slack_state text check (slack_state in ('connected', 'reconnecting', 'refused')), slack_since integer, slack_reason text) strict;

CREATE TABLE employees (
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
  revision integer not null, erased_at integer check (
  erased_at is null
  or (
    external_id is null and account_name is null and job_title is null and department_number is null
    and is_admin = 0 and portal_role is null and deactivated_at is not null and deactivation_reason is null
  )
), first_day text check (
  length(first_day) = 10 and (first_day is null or erased_at is null)
), begins_at integer not null default 0, unwanted_mail text not null default '', nickname text check (
  length(nickname) between 2 and 30 and (nickname is null or erased_at is null)
), nickname_key text check ((nickname_key is null) = (nickname is null)), shown_as text check (
  shown_as in ('named', 'nickname', 'hidden') and (shown_as <> 'nickname' or nickname is not null)
), deactivated_by_directory integer not null default 0
  check (deactivated_by_directory in (0, 1) and (deactivated_by_directory = 0 or coalesce(deactivated_by, '') = 'portal')),
  primary key (company_id, number),
  unique (company_id, id),
  unique (company_id, external_id),
  unique (company_id, email_key),
  foreign key (company_id, department_number) references departments (company_id, number),
  check ((deactivated_at is null) = (deactivated_by is null))
) strict, without rowid;

CREATE INDEX employees_active on employees (company_id, number) where deactivated_at is null;

CREATE INDEX employees_by_department on employees (company_id, department_number, number, deactivated_at);

CREATE UNIQUE INDEX employees_by_nickname on employees (company_id, nickname_key) where nickname_key is not null;

CREATE INDEX employees_by_revision on employees (company_id, revision);

CREATE INDEX employees_out_of_the_ordinary
  on employees (company_id, deactivated_at, is_admin, portal_role, external_id)
  where deactivated_at is not null or is_admin = 1 or portal_role is not null or external_id is null;

CREATE TRIGGER employees_count_as_holders after update of deactivated_at on employees
when (old.deactivated_at is null) <> (new.deactivated_at is null)
begin
  update badges set holders = holders + iif(new.deactivated_at is null, 1, -1)
  where company_id = new.company_id
    and code in (
      select badge_code
      from badge_awards
      where company_id = new.company_id and employee_number = new.number and revoked_at is null
    );
end;

CREATE TRIGGER kept_people_follow_employees
after update of external_id, is_admin, portal_role, deactivated_at on employees
when (old.external_id, old.is_admin, old.portal_role, old.deactivated_at)
  is not (new.external_id, new.is_admin, new.portal_role, new.deactivated_at)
begin
  delete from kept_people where company_id = new.company_id and employee_number = new.number;
end;

CREATE TRIGGER portal_links_end_with_address after update of email_key on employees
when old.email_key <> new.email_key
begin
  update portal_accounts set link_hash = null, link_expires_at = null
  where company_id = new.company_id and employee_number = new.number and link_hash is not null and invited_by_card = 0;
end;

CREATE TRIGGER portal_links_end_with_employee after update of deactivated_at on employees
when old.deactivated_at is null and new.deactivated_at is not null
begin
  update portal_accounts set link_hash = null, link_expires_at = null
  where company_id = new.company_id and employee_number = new.number and link_hash is not null;
end;

CREATE TRIGGER portal_sessions_end_with_employee after update of is_admin, portal_role, deactivated_at on employees
when (old.is_admin, old.portal_role, old.deactivated_at) is not (new.is_admin, new.portal_role, new.deactivated_at)
begin
  delete from portal_sessions
  where company_id = new.company_id
    and account_entry = (
      select entry from portal_accounts
      where company_id = new.company_id and employee_number = new.number
    );
end;

CREATE TRIGGER report_totals_follow_beginnings after update of begins_at on employees
when old.begins_at <> new.begins_at
begin
  insert into report_totals (company_id, unit, period, department_number, people, joiners)
  select
    new.company_id, unit, period,
    iif(
      counts_joiner,
      coalesce(
        (
          select f.department_number from former_placements f
          where f.company_id = new.company_id and f.employee_number = new.number and iif(unit = 'month', f.month, f.week) > period
          order by f.until limit 1
        ),
        new.department_number, 0
      ),
      coalesce(
        (select f.department_number from former_placements f where f.company_id = new.company_id and f.employee_number = new.number order by f.until limit 1),
        new.department_number, 0
      )
    ),
    iif(counts_joiner, 0, sign), iif(counts_joiner, sign, 0)
  from (
    select
      sign, unit, counts_joiner,
      iif(
        unit = 'month', strftime('%Y', at / 1000, 'unixepoch') * 12 + strftime('%m', at / 1000, 'unixepoch') - 1,
        (at / 86400000 + 3) / 7
      ) as period
    from (select -1 as sign, old.begins_at as at union all select 1, new.begins_at) beginnings
    cross join (select 'month' as unit union all select 'week') units
    cross join (select 0 as counts_joiner union all select 1) sums
  ) begun
  where coalesce(
    (select f.is_active from former_placements f where f.company_id = new.company_id and f.employee_number = new.number order by f.until limit 1),
    new.deactivated_at is null
  )
  on conflict (company_id, unit, period, department_number) do update set
    people = people + excluded.people, joiners = joiners + excluded.joiners;
end;

CREATE TRIGGER report_totals_follow_employees after update of department_number, deactivated_at, first_day on employees
when old.department_number is not new.department_number
  or (old.deactivated_at is null) <> (new.deactivated_at is null)
  or old.first_day is not new.first_day
begin
  insert into former_placements (company_id, employee_number, until, month, week, department_number, is_active)
  select
    new.company_id, new.number, until,
    strftime('%Y', until / 1000, 'unixepoch') * 12 + strftime('%m', until / 1000, 'unixepoch') - 1,
    (until / 86400000 + 3) / 7, coalesce(old.department_number, 0), old.deactivated_at is null
  from (
    select max(
      c.revised_at, new.created_at,
      coalesce((select max(f.until) from former_placements f where f.company_id = new.company_id and f.employee_number = new.number), 0)
    ) as until
    from companies c where c.company_id = new.company_id
  ) moment
  where old.department_number is not new.department_number
    or (old.deactivated_at is null) <> (new.deactivated_at is null)
  -- What lasted no time never was.
  on conflict do nothing;

  insert into report_totals (
    company_id, unit, period, department_number, people, coins_held, joiners, leavers, participants, signed_in,
    redeemers, xp, coins_earned, coins_spent, badges
  )
  select
    new.company_id, unit, period, placement.department_number, sign * is_active, sign * is_active * new.coins,
    sign * (max(was_there, is_active) and not was_before), sign * (was_there and not is_active),
    sign * (gained and max(was_there, is_active)), sign * signed_in, sign * redeemed, sign * xp, sign * coins_earned,
    sign * coins_spent, sign * badges
  from (
    select
      p.unit, p.period,
      exists (
        select 1 from former_placements f where f.company_id = new.company_id and f.employee_number = new.number and f.until >= p.starts_at and f.is_active = 1
      ) as was_there,
      new.begins_at < p.starts_at and (
        select f.is_active from former_placements f where f.company_id = new.company_id and f.employee_number = new.number and f.until >= p.starts_at
        order by f.until limit 1
      ) as was_before,
      exists (
        select 1 from xp_ledger l
        where l.company_id = new.company_id and l.employee_number = new.number and l.counts_at >= p.starts_at and l.counts_at < p.ends_at and l.amount > 0
      ) as gained,
      exists (
        select 1 from sign_in_periods s where s.company_id = new.company_id and s.employee_number = new.number and s.unit = p.unit and s.period = p.period
      ) as signed_in,
      exists (
        select 1 from redemptions r
        where r.company_id = new.company_id and r.employee_number = new.number and r.created_at >= p.starts_at and r.created_at < p.ends_at
      ) as redeemed,
      (
        select coalesce(sum(l.amount), 0) from xp_ledger l
        where l.company_id = new.company_id and l.employee_number = new.number and l.counts_at >= p.starts_at and l.counts_at < p.ends_at
      ) as xp,
      (
        select coalesce(sum(l.amount), 0) from coin_ledger l
        where l.company_id = new.company_id and l.employee_number = new.number and l.recorded_at >= p.starts_at and l.recorded_at < p.ends_at and l.source is not 'shop'
      ) as coins_earned,
      (
        select coalesce(-sum(l.amount), 0) from coin_ledger l
        where l.company_id = new.company_id and l.employee_number = new.number and l.recorded_at >= p.starts_at and l.recorded_at < p.ends_at and l.source = 'shop'
      ) as coins_spent,
      (
        select count(*) from badge_awards a
        where a.company_id = new.company_id and a.employee_number = new.number and a.awarded_at >= p.starts_at and a.awarded_at < p.ends_at and a.revoked_at is null
      ) as badges
    from (
      select
        unit, iif(unit = 'month', month, week) as period,
        iif(
          unit = 'month', strftime('%s', until / 1000, 'unixepoch', 'start of month') * 1000, (week * 7 - 3) * 86400000
        ) as starts_at,
        iif(
          unit = 'month', strftime('%s', until / 1000, 'unixepoch', 'start of month', '+1 month') * 1000,
          (week * 7 + 4) * 86400000
        ) as ends_at
      from (
        select f.month, f.week, f.until from former_placements f where f.company_id = new.company_id and f.employee_number = new.number order by f.until desc limit 1
      ) latest
      cross join (select 'month' as unit union all select 'week') units
    ) p
    limit 2
  ) done
  cross join (
    select
      -1 as sign, coalesce(old.department_number, 0) as department_number, old.deactivated_at is null as is_active
    union all
    select 1, coalesce(new.department_number, 0), new.deactivated_at is null
  ) placement
  where old.department_number is not new.department_number
    or (old.deactivated_at is null) <> (new.deactivated_at is null)
  on conflict (company_id, unit, period, department_number) do update set
    people = people + excluded.people, coins_held = coins_held + excluded.coins_held,
    joiners = joiners + excluded.joiners, leavers = leavers + excluded.leavers,
    participants = participants + excluded.participants, signed_in = signed_in + excluded.signed_in,
    redeemers = redeemers + excluded.redeemers, xp = xp + excluded.xp,
    coins_earned = coins_earned + excluded.coins_earned, coins_spent = coins_spent + excluded.coins_spent,
    badges = badges + excluded.badges;

  update employees
  set begins_at = max(0, min(
    created_at,
    coalesce(strftime('%s', first_day) * 1000, created_at),
    coalesce((select min(l.counts_at) from xp_ledger l where l.company_id = new.company_id and l.employee_number = new.number), created_at)
  ))
  where company_id = new.company_id and number = new.number and old.first_day is not new.first_day;
end;

CREATE TABLE events (
  company_id integer not null references companies (company_id),
  sequence integer not null check (sequence >= 1),
  id text not null check (length(id) = 36),
  type text not null,
  at integer not null,
  employee_number integer,
  data text not null check (json_valid(data)),
  primary key (company_id, sequence),
  foreign key (company_id, employee_number) references employees (company_id, number)
) strict, without rowid;

CREATE TRIGGER events_are_never_rewritten before update on events
begin
  select raise(abort, 'events are never changed');
end;

CREATE TRIGGER events_take_their_deliveries after delete on events
begin
  delete from webhook_deliveries
  where company_id = old.company_id
    and webhook_entry in (select entry from webhooks where company_id = old.company_id)
    and sequence = old.sequence;
end;

CREATE TABLE former_placements (
  company_id integer not null references companies (company_id),
  employee_number integer not null,
  until integer not null,
  -- Those of that moment.
  month integer not null,
  week integer not null,
  -- 0 for none.
  department_number integer not null,
  is_active integer not null check (is_active in (0, 1)),
  primary key (company_id, employee_number, until),
  foreign key (company_id, employee_number) references employees (company_id, number)
) strict, without rowid;

CREATE INDEX former_placements_by_time on former_placements (company_id, until);

CREATE TABLE gift_lines (
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
  badge_entry integer, coins_for_xp integer not null default 0, said text check (length(said) between 1 and 100), said_key text,
  primary key (company_id, gift, line),
  foreign key (company_id, gift) references gifts (company_id, entry),
  foreign key (company_id, employee_number) references employees (company_id, number),
  check (employee_number is not null or state = 'skipped')
) strict, without rowid;

CREATE INDEX gift_lines_by_person on gift_lines (company_id, employee_number, gift, line);

CREATE INDEX gift_lines_by_said on gift_lines (company_id, said_key, gift, line) where said_key is not null;

CREATE TABLE gifts (
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
  undone_by text, coins_for_xp integer,
  primary key (company_id, entry),
  unique (company_id, id),
  check (undone_at is null or undo_began_at is not null)
) strict, without rowid;

CREATE INDEX gifts_by_content on gifts (company_id, content, entry);

CREATE TABLE history_looks (
  company_id integer not null references companies (company_id),
  employee_number integer not null,
  -- Days since 1970 in UTC.
  day integer not null,
  actor text not null,
  kind text not null check (kind in ('history', 'export')),
  role text not null,
  at integer not null,
  primary key (company_id, employee_number, day, actor, kind),
  foreign key (company_id, employee_number) references employees (company_id, number)
) strict, without rowid;

CREATE INDEX history_looks_by_time on history_looks (company_id, at);

CREATE TABLE kept_people (
  company_id integer not null references companies (company_id),
  employee_number integer not null,
  reason text not null check (reason in ('renumbered', 'role')),
  -- The first import that lacked them.
  since integer not null,
  decided_at integer,
  primary key (company_id, employee_number),
  foreign key (company_id, employee_number) references employees (company_id, number)
) strict, without rowid;

CREATE TABLE kudos_allowances (
  company_id integer not null references companies (company_id),
  department_number integer not null,
  allowance integer not null check (allowance between 0 and 100000),
  primary key (company_id, department_number),
  foreign key (company_id, department_number) references departments (company_id, number)
) strict, without rowid;

CREATE TABLE kudos_decisions (
  company_id integer not null references companies (company_id),
  post integer not null,
  decision text not null check (decision in ('kept', 'removed')),
  reason text check (length(reason) between 1 and 500),
  actor text not null,
  decided_at integer not null,
  primary key (company_id, post, decision),
  foreign key (company_id, post) references kudos_posts (company_id, entry)
) strict, without rowid;

CREATE TABLE kudos_departments (
  company_id integer not null references companies (company_id),
  department_number integer not null,
  post integer not null,
  visibility text not null check (visibility in ('company', 'department', 'private')),
  state text not null check (state in ('shown', 'reported', 'withdrawn', 'removed')),
  primary key (company_id, department_number, post),
  foreign key (company_id, post) references kudos_posts (company_id, entry),
  foreign key (company_id, department_number) references departments (company_id, number)
) strict, without rowid;

CREATE INDEX kudos_departments_by_post on kudos_departments (company_id, post);

CREATE INDEX kudos_departments_to_all on kudos_departments (company_id, department_number, post)
  where state = 'shown' and visibility = 'company';

CREATE INDEX kudos_departments_to_members on kudos_departments (company_id, department_number, post)
  where state = 'shown' and visibility = 'department';

CREATE TABLE kudos_months (
  company_id integer not null references companies (company_id),
  month integer not null,
  points integer not null check (points >= 0),
  posts integer not null check (posts >= 0),
  givers integer not null check (givers >= 0),
  primary key (company_id, month)
) strict, without rowid;

CREATE TABLE kudos_pairs (
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

CREATE TABLE kudos_parts (
  company_id integer not null references companies (company_id),
  employee_number integer not null,
  part text not null check (part in ('receiver', 'observer')),
  primary key (company_id, employee_number),
  foreign key (company_id, employee_number) references employees (company_id, number)
) strict, without rowid;

CREATE TABLE kudos_posts (
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

CREATE UNIQUE INDEX kudos_posts_by_giver on kudos_posts (company_id, giver_number, entry);

CREATE UNIQUE INDEX kudos_posts_once on kudos_posts (company_id, once_key) where once_key is not null;

CREATE INDEX kudos_posts_reported on kudos_posts (company_id, entry) where state = 'reported';

CREATE INDEX kudos_posts_rewarded on kudos_posts (company_id, giver_number, given_at) where giver_xp > 0 and is_reversed = 0;

CREATE INDEX kudos_posts_to_all on kudos_posts (company_id, entry) where state = 'shown' and visibility = 'company';

CREATE INDEX kudos_posts_to_all_of_value on kudos_posts (company_id, value_code, entry)
  where state = 'shown' and visibility = 'company';

CREATE TABLE kudos_reaction_counts (
  company_id integer not null references companies (company_id),
  post integer not null,
  kind text not null,
  people integer not null check (people >= 0),
  primary key (company_id, post, kind),
  foreign key (company_id, post) references kudos_posts (company_id, entry)
) strict, without rowid;

CREATE TABLE kudos_reactions (
  company_id integer not null references companies (company_id),
  post integer not null,
  employee_number integer not null,
  kind text not null check (kind in ('lovely', 'great_work', 'learned', 'smile', 'me_too')),
  primary key (company_id, post, employee_number, kind),
  foreign key (company_id, post) references kudos_posts (company_id, entry),
  foreign key (company_id, employee_number) references employees (company_id, number)
) strict, without rowid;

CREATE INDEX kudos_reactions_by_person on kudos_reactions (company_id, employee_number, post, kind);

CREATE TABLE kudos_receivers (
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

CREATE INDEX kudos_receivers_by_person on kudos_receivers (company_id, employee_number, post);

CREATE TABLE kudos_reports (
  company_id integer not null references companies (company_id),
  post integer not null,
  employee_number integer not null,
  reason text check (length(reason) between 1 and 500),
  reported_at integer not null,
  primary key (company_id, post, employee_number),
  foreign key (company_id, post) references kudos_posts (company_id, entry),
  foreign key (company_id, employee_number) references employees (company_id, number)
) strict, without rowid;

CREATE INDEX kudos_reports_by_person on kudos_reports (company_id, employee_number, post);

CREATE TABLE kudos_settings (
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

CREATE TABLE kudos_spent (
  company_id integer not null references companies (company_id),
  month integer not null,
  giver_number integer not null,
  points integer not null check (points >= 0),
  posts integer not null check (posts >= 0),
  primary key (company_id, month, giver_number),
  foreign key (company_id, giver_number) references employees (company_id, number)
) strict, without rowid;

CREATE TABLE kudos_value_months (
  company_id integer not null references companies (company_id),
  month integer not null,
  value_code text not null,
  posts integer not null check (posts >= 0),
  primary key (company_id, month, value_code),
  foreign key (company_id, value_code) references kudos_values (company_id, code)
) strict, without rowid;

CREATE TABLE kudos_values (
  company_id integer not null references companies (company_id),
  code text not null,
  name text not null check (length(name) between 1 and 60),
  entry integer not null,
  is_active integer not null check (is_active in (0, 1)),
  primary key (company_id, code)
) strict, without rowid;

CREATE TABLE mail_rounds (
  company_id integer not null references companies (company_id),
  kind text not null check (length(kind) between 1 and 20),
  -- The morning on which it began, or began last.
  began_at integer not null,
  -- Who was told last, the entry of an account or the number of an employee; null once everybody was.
  told_to integer,
  primary key (company_id, kind)
) strict, without rowid;

CREATE TABLE mails (
  company_id integer not null references companies (company_id),
  entry integer not null,
  id text not null check (length(id) = 36),
  kind text not null check (length(kind) between 1 and 20),
  -- Who gets it: an account, or an employee.
  account_entry integer,
  -- What the secret of its link is made of, until the mail is sent or given up.
  link_seed blob check (length(link_seed) = 16),
  -- The address from which a link was asked for.
  client text,
  created_at integer not null,
  -- From when on it is of no use to anybody.
  expires_at integer not null,
  state text not null check (state in ('waiting', 'sent', 'failed', 'dropped')),
  attempts integer not null default 0,
  attempted_at integer,
  next_attempt_at integer,
  status integer,
  error text,
  employee_number integer,
  -- Of what somebody is told, by its kind: the id of a redemption, the code of a badge, an entry of coins, how many people
  -- a blocked roster lacks, the day of a weekly mail.
  subject text,
  primary key (company_id, entry),
  foreign key (company_id, account_entry) references portal_accounts (company_id, entry),
  foreign key (company_id, employee_number) references employees (company_id, number),
  check ((state = 'waiting') = (next_attempt_at is not null)),
  check (state = 'waiting' or link_seed is null),
  check ((account_entry is null) = (employee_number is not null)),
  check (employee_number is null or subject is not null),
  check (account_entry is not null or link_seed is null)
) strict, without rowid;

CREATE INDEX mails_by_account on mails (company_id, account_entry, kind, created_at) where account_entry is not null;

CREATE INDEX mails_by_employee on mails (company_id, employee_number, kind, entry) where employee_number is not null;

CREATE INDEX mails_by_time on mails (company_id, created_at);

CREATE INDEX mails_due on mails (company_id, next_attempt_at, entry) where next_attempt_at is not null;

CREATE INDEX mails_with_link_due on mails (company_id, next_attempt_at, entry) where link_seed is not null;

CREATE TABLE no_email_domains (
  company_id integer not null references companies (company_id),
  domain text not null check (length(domain) between 1 and 180),
  primary key (company_id, domain)
) strict, without rowid;

CREATE TABLE pictures (
  company_id integer not null references companies (company_id),
  -- Of the content, with a secret of the company: nobody tells from an address what another company has.
  hash blob not null check (length(hash) = 32),
  type text not null check (type in ('png', 'jpg', 'webp')),
  size integer not null check (size between 1 and 1100000),
  content blob not null check (length(content) = size),
  primary key (company_id, hash)
) strict;

CREATE INDEX pictures_by_hash on pictures (hash);

CREATE TABLE portal_accounts (
  company_id integer not null references companies (company_id),
  entry integer not null,
  id text not null check (length(id) = 36),
  employee_number integer,
  -- Null until the first sign-in by a link that was made without an address.
  email text check (length(email) between 1 and 256),
  email_key text,
  role text check (role in ('owner', 'admin', 'viewer')),
  password_hash text,
  -- Hash and end of the one link that has not been used; a new link replaces it.
  link_hash blob unique check (length(link_hash) = 32),
  link_expires_at integer,
  created_at integer not null,
  disabled_at integer,
  last_sign_in_at integer, issuer text, subject text check ((issuer is null) = (subject is null)), totp_since integer, totp_secret blob
  check (length(totp_secret) = 20 and (totp_secret is null) = (totp_since is null)), totp_step integer check ((totp_step is null) = (totp_since is null)), recovery_hashes blob
  check (length(recovery_hashes) % 32 = 0 and (recovery_hashes is null) = (totp_since is null)), invited_at integer, invited_by_card integer not null default 0 check (invited_by_card in (0, 1)), renewed_at integer, renewed_by text check ((renewed_by is null) = (renewed_at is null)), unwanted_mail text not null default '', language text check (length(language) between 2 and 10),
  primary key (company_id, entry),
  unique (company_id, id),
  unique (company_id, email_key),
  unique (company_id, employee_number),
  foreign key (company_id, employee_number) references employees (company_id, number),
  check ((employee_number is null) = (role is not null)),
  check (employee_number is null or email is null),
  check ((email is null) = (email_key is null)),
  check ((link_hash is null) = (link_expires_at is null))
) strict, without rowid;

CREATE UNIQUE INDEX portal_accounts_by_identity on portal_accounts (subject, issuer) where subject is not null;

CREATE INDEX portal_accounts_by_own_role on portal_accounts (company_id, entry) where role is not null;

CREATE TRIGGER portal_sessions_end_with_account after update of role, disabled_at, password_hash on portal_accounts
when old.role <> new.role
  or (old.disabled_at, old.password_hash) is not (new.disabled_at, new.password_hash)
begin
  delete from portal_sessions where company_id = new.company_id and account_entry = new.entry;
end;

CREATE TRIGGER report_totals_count_sign_ins after update of last_sign_in_at on portal_accounts
when new.employee_number is not null and new.last_sign_in_at is not null
begin
  insert into report_totals (company_id, unit, period, department_number, signed_in)
  select
    new.company_id, unit, period,
    coalesce(
      (
        select f.department_number from former_placements f
        where f.company_id = new.company_id and f.employee_number = new.employee_number
          and iif(unit = 'month', f.month, f.week) > period
        order by f.until limit 1
      ),
      (select e.department_number from employees e where e.company_id = new.company_id and e.number = new.employee_number),
      0
    ),
    1
  from (
    select
      'month' as unit, strftime('%Y', new.last_sign_in_at / 1000, 'unixepoch') * 12 + strftime('%m', new.last_sign_in_at / 1000, 'unixepoch') - 1 as period
    union all
    select 'week', (new.last_sign_in_at / 86400000 + 3) / 7
  ) p
  where not exists (
    select 1 from sign_in_periods s
    where s.company_id = new.company_id and s.employee_number = new.employee_number and s.unit = p.unit
      and s.period = p.period
  )
  on conflict (company_id, unit, period, department_number) do update set signed_in = signed_in + excluded.signed_in;

  insert into sign_in_periods (company_id, employee_number, unit, period)
  values
    (
      new.company_id, new.employee_number, 'month',
      strftime('%Y', new.last_sign_in_at / 1000, 'unixepoch') * 12 + strftime('%m', new.last_sign_in_at / 1000, 'unixepoch') - 1
    ),
    (new.company_id, new.employee_number, 'week', (new.last_sign_in_at / 86400000 + 3) / 7)
  on conflict do nothing;
end;

CREATE TABLE portal_sessions (
  company_id integer not null references companies (company_id),
  account_entry integer not null,
  entry integer not null,
  id text not null check (length(id) = 36),
  hash blob not null unique check (length(hash) = 32),
  created_at integer not null,
  last_used_at integer not null,
  client text not null,
  browser text not null, confirmed_at integer,
  primary key (company_id, account_entry, entry),
  foreign key (company_id, account_entry) references portal_accounts (company_id, entry)
) strict, without rowid;

CREATE TABLE redemptions (
  company_id integer not null references companies (company_id),
  entry integer not null,
  id text not null check (length(id) = 36),
  employee_number integer not null,
  item_entry integer not null,
  coin_price integer not null,
  stock_taken integer not null check (stock_taken in (0, 1)),
  payment_entry integer,
  refund_entry integer,
  status text not null check (status in ('pending', 'approved', 'fulfilled', 'declined', 'refunded')),
  created_at integer not null,
  updated_at integer not null, once_key text check (length(once_key) between 1 and 255), reason text check (
  reason is null or (length(reason) between 1 and 500 and status in ('declined', 'refunded'))
),
  primary key (company_id, entry),
  unique (company_id, id),
  foreign key (company_id, employee_number) references employees (company_id, number),
  foreign key (company_id, item_entry) references shop_items (company_id, entry),
  check ((payment_entry is not null) = (coin_price > 0)),
  check ((refund_entry is not null) = (coin_price > 0 and status in ('declined', 'refunded')))
) strict, without rowid;

CREATE INDEX redemptions_by_employee on redemptions (company_id, employee_number, entry);

CREATE INDEX redemptions_by_status on redemptions (company_id, status, entry);

CREATE UNIQUE INDEX redemptions_once on redemptions (company_id, once_key) where once_key is not null;

CREATE TRIGGER report_totals_count_redeemers after insert on redemptions
begin
  insert into report_totals (company_id, unit, period, department_number, redeemers)
  select
    new.company_id, unit, period,
    coalesce(
      (
        select f.department_number from former_placements f
        where f.company_id = new.company_id and f.employee_number = new.employee_number
          and iif(unit = 'month', f.month, f.week) > period
        order by f.until limit 1
      ),
      (select e.department_number from employees e where e.company_id = new.company_id and e.number = new.employee_number),
      0
    ),
    1
  from (
    select
      'month' as unit, strftime('%Y', new.created_at / 1000, 'unixepoch') * 12 + strftime('%m', new.created_at / 1000, 'unixepoch') - 1 as period
    union all
    select 'week', (new.created_at / 86400000 + 3) / 7
  ) p
  where not exists (
    select 1 from redemptions r
    where r.company_id = new.company_id and r.employee_number = new.employee_number and r.entry <> new.entry
      and period = iif(
        unit = 'month',
        strftime('%Y', r.created_at / 1000, 'unixepoch') * 12 + strftime('%m', r.created_at / 1000, 'unixepoch') - 1,
        (r.created_at / 86400000 + 3) / 7
      )
  )
  on conflict (company_id, unit, period, department_number) do update set redeemers = redeemers + excluded.redeemers;
end;

CREATE TABLE report_totals (
  company_id integer not null references companies (company_id),
  unit text not null check (unit in ('month', 'week')),
  -- Months from the year 0 on, weeks from that of the first of January 1970 on.
  period integer not null,
  -- Where people were when it ended, or are; 0 for nowhere.
  department_number integer not null,
  -- By how much the people and their coins became more: all up to a period are what it ends with.
  people integer not null default 0,
  coins_held integer not null default 0,
  joiners integer not null default 0,
  leavers integer not null default 0,
  participants integer not null default 0,
  signed_in integer not null default 0,
  redeemers integer not null default 0,
  xp integer not null default 0,
  coins_earned integer not null default 0,
  coins_spent integer not null default 0,
  badges integer not null default 0,
  primary key (company_id, unit, period, department_number)
) strict, without rowid;

CREATE TABLE roster_holds (
  company_id integer primary key references companies (company_id),
  token text not null check (length(token) = 36),
  -- The company's revision when the hold began: whoever has a later one was changed by its holder.
  revision integer not null,
  -- The run as it will be recorded, once the first of several transactions is committed.
  run text check (run is null or json_valid(run))
) strict;

CREATE TABLE roster_profiles (
  company_id integer not null references companies (company_id),
  name text not null check (length(name) between 1 and 100),
  -- JSON, as in the files of `engaged import --profile`.
  reading text not null check (length(reading) <= 65536),
  created_at integer not null,
  -- When a roster was last applied with it.
  used_at integer,
  primary key (company_id, name)
) strict, without rowid;

CREATE TABLE scim_group_members (
  company_id integer not null references companies (company_id),
  group_entry integer not null,
  employee_number integer not null,
  primary key (company_id, group_entry, employee_number),
  foreign key (company_id, group_entry) references scim_groups (company_id, entry),
  foreign key (company_id, employee_number) references scim_users (company_id, employee_number)
) strict, without rowid;

CREATE INDEX scim_group_members_by_person on scim_group_members (company_id, employee_number, group_entry);

CREATE TABLE scim_groups (
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

CREATE INDEX scim_groups_by_directory_id on scim_groups (company_id, directory_id) where directory_id is not null;

CREATE TABLE scim_hours (
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

CREATE TABLE scim_refusals (
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

CREATE TABLE scim_users (
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

CREATE INDEX scim_users_by_directory_id on scim_users (company_id, directory_id) where directory_id is not null;

CREATE INDEX scim_users_by_email on scim_users (company_id, email_key);

CREATE INDEX scim_users_held on scim_users (company_id, employee_number) where held_at is not null;

CREATE TABLE shop_items (
  company_id integer not null references companies (company_id),
  entry integer not null,
  id text not null check (length(id) = 36),
  name text not null check (length(name) between 1 and 150),
  description text not null,
  category text not null check (category in ('gift_card', 'merch', 'perk', 'donation', 'experience')),
  image_url text not null,
  coin_price integer not null check (coin_price between 0 and 1000000000),
  stock_remaining integer check (stock_remaining >= 0),
  created_at integer not null,
  retired_at integer,
  primary key (company_id, entry),
  unique (company_id, id)
) strict, without rowid;

CREATE INDEX shop_items_on_offer on shop_items (company_id, entry) where retired_at is null;

CREATE INDEX shop_items_on_offer_by_category
  on shop_items (company_id, category, entry) where retired_at is null;

CREATE TABLE sign_in_periods (
  company_id integer not null references companies (company_id),
  employee_number integer not null,
  unit text not null check (unit in ('month', 'week')),
  period integer not null,
  primary key (company_id, employee_number, unit, period),
  foreign key (company_id, employee_number) references employees (company_id, number)
) strict, without rowid;

CREATE TABLE sso_domains (
  company_id integer not null references companies (company_id),
  domain text not null check (length(domain) between 1 and 255),
  primary key (company_id, domain)
) strict, without rowid;

CREATE TABLE standings_blocks (
  company_id integer not null references companies (company_id),
  standings integer not null,
  list text not null check (list in ('standings', 'ranks', 'members')),
  department_number integer not null check (list = 'members' or department_number = 0),
  first integer not null check (first >= 1),
  data blob not null,
  primary key (company_id, standings, list, department_number, first)
) strict, without rowid;

CREATE TABLE sync_budgets (
  company_id integer not null references companies (company_id),
  key_id text not null,
  window_started_at integer not null,
  used integer not null check (used >= 0),
  primary key (company_id, key_id)
) strict, without rowid;

CREATE TABLE sync_run_changes (
  company_id integer not null references companies (company_id),
  -- That of the run. These rows come before it where a run is made in several transactions.
  entry integer not null,
  part integer not null check (part > 0),
  -- The least and the greatest number of the people it is about.
  first_person integer,
  last_person integer,
  changes text not null check (json_valid(changes)),
  primary key (company_id, entry, part)
) strict;

CREATE TABLE sync_run_people (
  company_id integer not null references companies (company_id),
  -- The number of an employee / 50.
  block integer not null check (block >= 0),
  entry integer not null,
  -- A bit for each of them whom the run is about, by the rest of that division.
  people integer not null check (people > 0),
  primary key (company_id, block, entry),
  foreign key (company_id, entry) references sync_runs (company_id, entry) on delete cascade
) strict, without rowid;

CREATE INDEX sync_run_people_of_run on sync_run_people (company_id, entry);

CREATE TABLE sync_runs (
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

CREATE INDEX sync_runs_by_source on sync_runs (company_id, source, outcome, entry) where kind = 'sync';

CREATE INDEX sync_runs_by_subject on sync_runs (company_id, subject_id, entry) where subject_id is not null;

CREATE UNIQUE INDEX sync_runs_to_approve on sync_runs (company_id)
  where json_extract(result, '$.deactivation_skipped_reason') = 'limit_exceeded' and superseded_by is null;

CREATE TABLE walls (
  company_id integer not null references companies (company_id),
  entry integer not null,
  id text not null check (length(id) = 36),
  token_hash blob not null unique check (length(token_hash) = 32),
  -- Null for the name of the period.
  title text check (length(title) between 1 and 60),
  period text not null check (period in ('all_time', 'this_month', 'last_3_months', 'last_year')),
  department_number integer,
  row_count integer not null check (row_count between 1 and 20),
  created_at integer not null, language text check (length(language) between 2 and 10), shows text not null default 'leaderboard' check (shows in ('leaderboard', 'thanks')),
  primary key (company_id, entry),
  unique (company_id, id),
  foreign key (company_id, department_number) references departments (company_id, number)
) strict, without rowid;

CREATE TABLE webhook_deliveries (
  company_id integer not null,
  webhook_entry integer not null,
  sequence integer not null,
  state text not null check (state in ('delivered', 'waiting', 'failed')),
  attempts integer not null,
  attempted_at integer,
  milliseconds integer,
  status integer,
  error text,
  next_attempt_at integer,
  primary key (company_id, webhook_entry, sequence),
  foreign key (company_id, webhook_entry) references webhooks (company_id, entry),
  check ((state = 'waiting') = (next_attempt_at is not null))
) strict, without rowid;

CREATE INDEX webhook_deliveries_due
  on webhook_deliveries (company_id, webhook_entry, next_attempt_at) where next_attempt_at is not null;

CREATE INDEX webhook_deliveries_undelivered on webhook_deliveries (company_id, webhook_entry, state, sequence)
  where state <> 'delivered';

CREATE TABLE webhooks (
  company_id integer not null references companies (company_id),
  entry integer not null,
  id text not null check (length(id) = 36),
  url text not null check (length(url) between 1 and 2048),
  types text check (types is null or json_valid(types)),
  secrets text not null check (json_valid(secrets)),
  created_at integer not null,
  settled integer not null check (settled >= 0),
  failing_since integer,
  failures integer not null default 0,
  disabled_at integer,
  disabled_by text check (disabled_by in ('operator', 'receiver', 'failures')), made_by text not null default 'portal' check (made_by in ('operator', 'portal')), format text not null default 'events' check (length(format) between 1 and 30),
  primary key (company_id, entry),
  unique (company_id, id),
  check ((disabled_at is null) = (disabled_by is null)),
  check ((failing_since is null) = (failures = 0))
) strict, without rowid;

CREATE TABLE xp_coins (
  company_id integer not null references companies (company_id),
  employee_number integer not null,
  since integer not null,
  xp integer not null,
  -- Coins that were to be taken back and were spent. Later gains give so many less.
  owed integer not null check (owed >= 0),
  primary key (company_id, employee_number),
  foreign key (company_id, employee_number) references employees (company_id, number)
) strict, without rowid;

CREATE TABLE xp_ledger (
  company_id integer not null references companies (company_id),
  employee_number integer not null,
  entry integer not null,
  amount integer not null check (amount <> 0 and abs(amount) <= 1000000000),
  reason text check (length(reason) between 1 and 500),
  -- Null where the actor is the source.
  source text,
  counts_at integer not null check (counts_at >= 0),
  recorded_at integer not null,
  once_key text check (length(once_key) between 1 and 255),
  -- Null for an entry of an older file that is no decision of its own.
  actor integer,
  -- The XP of the person after it, where it is a decision of its own and no part of another.
  total integer,
  badges text check (badges is null or json_valid(badges)),
  primary key (company_id, employee_number, entry),
  foreign key (company_id, employee_number) references employees (company_id, number),
  foreign key (company_id, actor) references award_actors (company_id, number),
  check (source is not null or actor is not null),
  check (total is null or actor is not null)
) strict, without rowid;

CREATE INDEX xp_ledger_awards on xp_ledger (company_id, entry) where total is not null;

CREATE INDEX xp_ledger_awards_by_actor on xp_ledger (company_id, actor, entry) where total is not null;

CREATE INDEX xp_ledger_awards_by_time on xp_ledger (company_id, recorded_at, entry) where total is not null;

CREATE INDEX xp_ledger_by_day on xp_ledger (company_id, counts_at, employee_number, entry, amount);

CREATE INDEX xp_ledger_of_person on xp_ledger (company_id, employee_number, counts_at, entry, amount);

CREATE UNIQUE INDEX xp_ledger_once on xp_ledger (company_id, once_key) where once_key is not null;

CREATE TRIGGER xp_ledger_adds_up after insert on xp_ledger
begin
  insert into xp_months (company_id, employee_number, month, xp)
  values (
    new.company_id,
    new.employee_number,
    strftime('%Y', new.counts_at / 1000, 'unixepoch') * 12 + strftime('%m', new.counts_at / 1000, 'unixepoch') - 1,
    new.amount
  )
  on conflict do update set xp = xp + excluded.xp;
  update employees
  set xp = xp + new.amount,
      begins_at = min(begins_at, new.counts_at),
      revision = (select revision from companies where company_id = new.company_id)
  where company_id = new.company_id and number = new.employee_number;
end;

CREATE TRIGGER xp_ledger_is_never_rewritten before update on xp_ledger
when not (
  new.reason is null and new.once_key is null
  and (
    new.company_id, new.employee_number, new.entry, new.amount, new.source, new.counts_at, new.recorded_at,
    new.actor, new.total, new.badges
  ) is (
    old.company_id, old.employee_number, old.entry, old.amount, old.source, old.counts_at, old.recorded_at,
    old.actor, old.total, old.badges
  )
  and exists (
    select 1 from employees
    where company_id = old.company_id and number = old.employee_number and erased_at is not null
  )
)
begin
  select raise(abort, 'ledger entries are never changed');
end;

CREATE TRIGGER xp_ledger_is_never_shortened before delete on xp_ledger
when (select mode from companies where company_id = old.company_id) = 'live'
begin
  select raise(abort, 'ledger entries are never deleted');
end;

CREATE TABLE xp_months (
  company_id integer not null references companies (company_id),
  employee_number integer not null,
  month integer not null,
  xp integer not null,
  primary key (company_id, employee_number, month)
) strict, without rowid;
