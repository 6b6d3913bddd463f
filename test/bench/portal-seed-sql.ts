/* The statements that give a company what happens in years, for its portal. */

const series = (count: number) =>
  `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})`;

/** An id that is the same in every run. */
const id = (kind: string, i = 'i') => `printf('00000000-${kind}-7000-8000-%012x', ${i})`;

/** Entries of years in the ledger of one person, who has many. Each is a decision. */
export const xpHistory = `
  ${series(3_000)}
  insert into xp_ledger (company_id, employee_number, entry, amount, reason, counts_at, recorded_at, actor, total)
  select :companyId, 2, 100000 + i, 1 + i % 50, 'Answered a question',
    :now - i * 6 * 3600000, :now - i * 6 * 3600000, 1001, i * 25
  from n`;

/** Awards of a year, a hundred thousand, to people in turn. */
export const awards = `
  ${series(100_000)}
  insert into xp_ledger (company_id, employee_number, entry, amount, reason, counts_at, recorded_at, actor, total)
  select :companyId, 1 + i % :people, 2000000 + i, 10, 'Helped', :now - (300000 - i) * 30000,
    :now - (300000 - i) * 30000, 1001 + i % 2, 10
  from n`;

/** Beside those of the content. */
export const awardActors = `
  insert into award_actors (company_id, number, actor)
  values (:companyId, 1001, 'key 00000000-00aa-7000-8000-000000000001'), (:companyId, 1002, 'command line (bench)')`;

/** 2,000 wait, 1,000 are approved, and of 27,000 it is decided what became. */
export const redemptions = `
  ${series(30_000)}
  insert into redemptions (
    company_id, entry, id, employee_number, item_entry, coin_price, stock_taken, payment_entry, refund_entry,
    status, created_at, updated_at)
  select :companyId, 1000000 + i, ${id('0a00')}, 2 + i * 4 % (:people / 2), 1 + i % 40, 50, 0, 1000000 + i,
    iif(i <= 27000 and i % 3 > 0, 2000000 + i, null),
    case when i > 28000 then 'pending' when i > 27000 then 'approved'
      when i % 3 = 0 then 'fulfilled' when i % 3 = 1 then 'declined' else 'refunded' end,
    :now - (30000 - i) * 60000, :now - (30000 - i) * 60000
  from n`;

/** The last hundred thousand are sign-ins. */
export const auditLog = `
  ${series(300_000)}
  insert into audit_log (company_id, entry, at, actor, action, target_kind, target_id, before, after)
  select :companyId, 1000000 + i, :now - (300000 - i) * 30000,
    iif(i % 4 = 0, 'command line (ada)', 'key 00000000-00aa-7000-8000-000000000001'),
    case when i > 200000 then 'portal.sign_in' when i % 5 = 0 then 'shop.approve' when i % 5 = 1 then 'badge.award' else 'employee.update' end,
    case when i > 200000 then 'portal_account' when i % 5 = 0 then 'redemption' else 'employee' end,
    case when i <= 200000 and i % 5 = 0 then ${id('0a00', 'i / 5 % 30000')}
      else (select e.id from employees e where e.company_id = :companyId and e.number = 1 + i % :people) end,
    null, case when i <= 200000 then json_object('amount', 10, 'reason', 'Helped', 'code', 'badge-1') end
  from n`;

export const syncRuns = `
  ${series(2_000)}
  insert into sync_runs (
    company_id, entry, id, kind, subject_id, source, actor, request_id, started_at, finished_at, outcome, result,
    changes)
  select :companyId, 1000000 + i, ${id('0b00')}, kind, null, source, actor, request_id, started_at + i * 60000,
    finished_at + i * 60000, outcome, result, changes
  from n join sync_runs r on r.company_id = :companyId and r.id = :run`;

export const events = `
  ${series(100_000)}
  insert into events (company_id, sequence, id, type, at, employee_number, data)
  select :companyId, next_event + i - 1, ${id('0e00')}, 'xp.awarded', :now - (100000 - i) * 1000, 1 + i % :people, '{}'
  from n join companies c on c.company_id = :companyId`;

/** Of one webhook: a few wait, and one in a hundred has failed. */
export const deliveries = `
  insert into webhook_deliveries (
    company_id, webhook_entry, sequence, state, attempts, attempted_at, milliseconds, status, error, next_attempt_at)
  select v.company_id, w.entry, v.sequence, iif(v.sequence % 100 = 0, 'failed', 'delivered'), 1, v.at, 20,
    iif(v.sequence % 100 = 0, 500, 200), null, null
  from events v join webhooks w on w.company_id = v.company_id
  where v.company_id = :companyId`;

export const contests = `
  ${series(300)}
  insert into contests (
    company_id, entry, id, name, name_key, starts_at, ends_at, departments, prizes, created_at, cancelled_at)
  select :companyId, 1000000 + i, ${id('0c00')}, printf('Contest %d', i), printf('contest %d', i),
    :now - i * 86400000, :now - i * 86400000 + 7 * 86400000, '[]', '[]', :now - i * 86400000, :now
  from n`;

/** Every twentieth person has signed in. */
export const accounts = `
  insert into portal_accounts (company_id, entry, id, employee_number, created_at, last_sign_in_at)
  select company_id, 1000000 + number, ${id('0d00', 'number')}, number, :now, :now
  from employees
  where company_id = :companyId and number % 20 = 4 and deactivated_at is null`;

export const portalNumbers = `
  update companies
  set next_entry = 2000000,
    next_event = 1 + (select max(sequence) from events v where v.company_id = companies.company_id)
  where company_id = :companyId`;
