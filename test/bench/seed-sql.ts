/*
 * The statements that fill a data file, each for a whole company. Values that look random are computed from
 * the number of a person, so that two runs see the same people: `h` stays far below 2^53.
 */

const FIRST_NAMES =
  '["Ada","Bo","Chidi","Dina","Emeka","Fatima","Goran","Hana","Ines","Jamal","Kaja","Liam","Mei","Noor","Oskar","Priya"]';
const LAST_NAMES =
  '["Adeyemi","Brandt","Castro","Dahl","Eriksen","Farouk","Garcia","Horvat","Ito","Jensen","Kowalski","Larsen","Moreau"]';

const mixed = (value: string) => `(((${value}) % 1000003) * 48271 % 2147483647)`;

export const ledgerTriggers =
  "select name, sql from sqlite_schema where type = 'trigger' and tbl_name like '%ledger'";

export const nextCompany = 'select coalesce(max(company_id), 0) + 1 as id from companies';

export const company = `
  insert into companies (company_id, id, name, name_key, mode, revision, created_at)
  values (:companyId, :id, :name, lower(:name), 'live', 1, :now)`;

export const pairSandbox = `
  update companies set mode = 'test', live_company_id = :companyId where company_id = :sandboxId`;

export const nextNumbers = `
  update companies
  set next_employee = :people + 1, next_department = :departments + 1, next_entry = 1000
  where company_id = :companyId`;

// The last twentieth is archived and has no members.
export const departments = `
  with recursive n (i) as (select 1 union all select i + 1 from n where i < :count)
  insert into departments (
    company_id, number, id, external_id, name, name_key, parent_number, archived_at, created_at)
  select
    :companyId, i, printf('00000000-00de-7000-8000-%012x', i), printf('D%04d', i),
    printf('Department %d', i), printf('department %d', i), iif(i > 20, i % 20 + 1, null),
    iif(i > :count * 19 / 20, :now, null), :now - 900 * 86400000 + i
  from n`;

// Of 100 people, two have no department, two are deactivated, one has no external id, and ten have an
// account name; one in a thousand is an admin.
export const people = `
  with recursive
    n (i) as (select 1 union all select i + 1 from n where i < :people),
    p as (
      select
        i, ${mixed('i * 7919')} as h,
        '${FIRST_NAMES}' ->> (i * 7 % 16) as first, '${LAST_NAMES}' ->> (i * 31 % 13) as last,
        :began + i * :step as joined
      from n
    )
  insert into employees (
    company_id, number, id, external_id, email, email_key, given_name, account_name, department_number,
    job_title, is_admin, deactivated_at, deactivated_by, created_at, revision)
  select
    :companyId, i,
    printf('%s-%s-7%03x-%04x-%012x',
      substr(printf('%012x', joined), 1, 8), substr(printf('%012x', joined), 9, 4),
      i % 4096, 0x8000 | (h & 0x3fff), i * 7919 % 281474976710655),
    iif(i % 100 = 3, null, printf('E%07d', i)),
    printf('%s.%s.%d@bench.example', first, last, i),
    lower(printf('%s.%s.%d@bench.example', first, last, i)),
    first || ' ' || last,
    iif(i % 10 = 4, first || ' ' || last || ' at work', null),
    iif(i % 50 = 7, null, 1 + h % (:departments * 19 / 20)),
    iif(i % 4 = 0, null, printf('Role %d', h % 40)),
    i % 1000 = 9,
    iif(i % 50 = 11, joined + 86400000, null), iif(i % 50 = 11, 'portal', null),
    joined, 1
  from p`;

export const month = 'insert into bench_months values (:m, :at, :span)';

// The months are the inner loop, so that the ledger grows in the order of its key.
export const xpLedger = `
  insert into xp_ledger (
    company_id, employee_number, entry, amount, source, counts_at, recorded_at)
  select company_id, number, m - min_m + 1,
    iif(h % 97 = 0, -30 - h % 400 / 10 * 10, 10 + h / 101 % 50 * 10), 'bench', at + h % span, at + h % span
  from (
    select e.company_id, e.number, b.m, b.at, b.span, (select min(m) from bench_months) as min_m,
      ${mixed('e.number * 7919 + b.m * 104729')} as h
    from employees e cross join bench_months b
    where e.company_id = :companyId
  )
  where h % 3 = 0`;

export const beginnings = `
  update employees
  set begins_at = min(created_at, coalesce(
    (select min(l.counts_at) from xp_ledger l where l.company_id = employees.company_id and l.employee_number = number),
    created_at
  ))
  where company_id = :companyId`;

export const xpMonths = `
  insert into xp_months (company_id, employee_number, month, xp)
  select
    l.company_id, l.employee_number,
    strftime('%Y', l.counts_at / 1000, 'unixepoch') * 12 + strftime('%m', l.counts_at / 1000, 'unixepoch') - 1 as month,
    sum(l.amount)
  from xp_ledger l
  where l.company_id = :companyId
  group by l.company_id, l.employee_number, month`;

export const xpTotals = `
  update employees
  set xp = total.xp
  from (
    select employee_number, sum(xp) as xp from xp_months where company_id = :companyId group by employee_number
  ) total
  where company_id = :companyId and number = total.employee_number`;

export const coinLedger = `
  insert into coin_ledger (company_id, employee_number, entry, amount, source, recorded_at)
  select company_id, number, 1, 10 + number % 200 * 10, 'bench', created_at
  from employees where company_id = :companyId`;

export const coinTotals = `
  update employees
  set coins = (
    select sum(amount) from coin_ledger l where l.company_id = :companyId and l.employee_number = number)
  where company_id = :companyId`;

export const badges = `
  with recursive n (i) as (select 1 union all select i + 1 from n where i < 8)
  insert into badges (company_id, code, name, description, category, rarity, created_at)
  select :companyId, printf('badge-%d', i), printf('Badge %d', i), 'For what it takes',
    '["milestone","skill","social"]' ->> (i % 3),
    '["common","uncommon","rare","epic","legendary"]' ->> (i % 5), :now
  from n`;

export const badgeAwards = `
  insert into badge_awards (company_id, employee_number, entry, badge_code, awarded_at)
  select e.company_id, e.number, n.i, printf('badge-%d', n.i), e.created_at + n.i * 1000000
  from employees e cross join (
    select 1 as i union all select 2 union all select 3 union all select 4
    union all select 5 union all select 6 union all select 7 union all select 8
  ) n
  where e.company_id = :companyId and ${mixed('e.number * 31 + n.i * 7919')} % 3 = 0`;

export const shopItems = `
  with recursive n (i) as (select 1 union all select i + 1 from n where i < 40)
  insert into shop_items (
    company_id, entry, id, name, description, category, image_url, coin_price, stock_remaining, created_at)
  select :companyId, i, printf('00000000-0054-7000-8000-%012x', i), printf('Item %d', i),
    'Something nice to have', '["gift_card","merch","perk","donation","experience"]' ->> (i % 5),
    printf('https://images.example/%d.png', i), i * 50, iif(i % 3 = 0, null, i % 7), :now - i * 86400000
  from n`;

export const apiKey = `
  insert into api_keys (company_id, entry, id, hash, hint, name, scopes, requests_per_minute, created_at)
  values (:companyId, :entry, :id, :hash, :hint, 'bench', :scopes, 1000000, :now)`;

export const closedMonth = `
  insert into closed_months (company_id, month, version, closed_at, people, standings)
  values (:companyId, :month, 1, :now, 0, -:month)`;
