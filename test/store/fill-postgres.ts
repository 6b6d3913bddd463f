/** Rows of every table that grows, so that PostgreSQL plans as for a large company. Nothing checks or counts them. */
export const FILL = `
set session_replication_role = replica;
create temporary view n as select i, 1 + i % 4 as c, lpad(i::text, 36, '0') as id from generate_series(1, 12000) i;
insert into employees (company_id, number, id, email, email_key, external_id, department_number, created_at, revision, deactivated_at, deactivated_by)
  select c, i, id, id, id, id, 1 + i % 50, i, i, case when i % 50 = 0 then i end, case when i % 50 = 0 then 'portal' end from n;
insert into xp_ledger (company_id, employee_number, entry, amount, counts_at, recorded_at, actor, total, once_key)
  select c, i / 10 * 4, i, 1, i, i, 1, 1, id from n;
insert into coin_ledger (company_id, employee_number, entry, amount, recorded_at, actor, total, once_key)
  select c, i / 10 * 4, i, 1, i, 1, 1, id from n;
insert into xp_coins (company_id, employee_number, since, xp, owed) select c, i, 0, 1, 0 from n;
insert into xp_months (company_id, employee_number, month, xp) select c, i / 10 * 4, i, 1 from n;
insert into badge_awards (company_id, employee_number, entry, badge_code, awarded_at)
  select c, i, i, 'badge' || i % 10, i from n;
insert into redemptions (company_id, entry, id, employee_number, item_entry, coin_price, stock_taken, status, created_at, updated_at, once_key)
  select c, i, id, i / 2, 1, 0, 0, (array['pending', 'approved', 'fulfilled'])[1 + i % 3], i, i, id from n;
insert into audit_log (company_id, entry, at, actor, action, target_kind, target_id)
  select c, i, i, 'actor' || i % 100, 'action' || i % 30, 'employee', id from n;
insert into events (company_id, sequence, id, type, at, employee_number, data)
  select c, i, id, 'type' || i % 10, i, i, '{}' from n;
insert into webhook_deliveries (company_id, webhook_entry, sequence, state, attempts, next_attempt_at)
  select c, 1, i, case i % 100 when 0 then 'failed' when 1 then 'waiting' else 'delivered' end, 1, case when i % 100 = 1 then i end from n;
insert into sync_runs (company_id, entry, id, kind, source, actor, started_at, finished_at, outcome, result)
  select c, i, id, 'sync', (array['http', 'command_line', 'portal'])[1 + i % 3], 'x', i, i,
    (array['applied', 'deactivation_blocked', 'failed'])[1 + i / 3 % 3], '{}' from n;
insert into sync_run_changes (company_id, entry, part, first_person, last_person, changes)
  select c, i / 10 * 4, 1 + i % 10, i % 10 * 1000, i % 10 * 1000 + 999, '{}' from n;
insert into sync_run_people (company_id, block, entry, people) select c, i / 50, i, 1 from n;
insert into portal_accounts (company_id, entry, id, employee_number, created_at) select c, i, id, i, i from n;
insert into portal_sessions (company_id, account_entry, entry, id, hash, created_at, last_used_at, client, browser)
  select c, i / 2, i, id, decode(md5(id) || md5(id), 'hex'), i, i, '', '' from n;
insert into mails (company_id, entry, id, kind, account_entry, created_at, expires_at, state, attempted_at)
  select c, i, id, 'link', i / 2, i, i, 'sent', i from n;
insert into standings_blocks (company_id, standings, list, department_number, first, data)
  select c, i / 100, 'standings', 0, 1 + i, '' from n;
insert into kept_people (company_id, employee_number, reason, since) select c, i, 'role', i from n where i % 100 = 0;
insert into history_looks (company_id, employee_number, day, actor, kind, role, at) select c, i, i / 100, 'x', 'history', 'admin', i from n;
insert into former_placements (company_id, employee_number, until, month, week, department_number, is_active)
  select c, i / 10 * 4, i, i, i, 1 + i % 50, 1 from n;
insert into sign_in_periods (company_id, employee_number, unit, period) select c, i / 10 * 4, 'week', i from n;
insert into report_totals (company_id, unit, period, department_number) select c, 'week', i / 50, 1 + i % 50 from n;
insert into gifts (company_id, entry, id, content, origin, again, began_at, actor, lines)
  select c, i, id, decode(md5(id) || md5(id), 'hex'), 'list', 0, i, 'x', 1 from n;
insert into gift_lines (company_id, gift, line, employee_number, xp, coins, state)
  select c, i / 10 * 4, i, i, 1, 0, 'given' from n;
insert into kudos_posts (company_id, entry, id, giver_number, points, receivers, value_code, message, visibility, state, given_at, ended_at, giver_xp, once_key, actor)
  select c, i, id, i / 10 * 4, 1, 1, 'value' || i % 4, id, case when i % 10 = 0 then 'private' when i % 10 = 1 then 'department' else 'company' end,
    case when i % 100 = 0 then 'reported' else 'shown' end, i, null, i % 2, id, 1 from n;
insert into kudos_receivers (company_id, post, employee_number, giver_number, coins, xp) select c, i, i, i / 10 * 4, 1, 0 from n;
insert into kudos_departments (company_id, department_number, post, visibility, state)
  select c, 1 + i % 50, i, case when i % 10 = 1 then 'department' else 'company' end, 'shown' from n;
insert into kudos_reactions (company_id, post, employee_number, kind) select c, i / 10 * 4, i, 'lovely' from n;
insert into kudos_reaction_counts (company_id, post, kind, people) select c, i, 'lovely', 1 from n;
insert into kudos_reports (company_id, post, employee_number, reason, reported_at) select c, i / 10 * 4, i, id, i from n;
insert into kudos_decisions (company_id, post, decision, reason, actor, decided_at) select c, i, 'kept', id, 'x', i from n;
insert into kudos_parts (company_id, employee_number, part) select c, i, 'observer' from n;
insert into kudos_spent (company_id, month, giver_number, points, posts) select c, i / 400, i, 1, 1 from n;
insert into kudos_pairs (company_id, month, giver_number, receiver_number, points, posts) select c, i / 400, i / 10 * 4, i, 1, 1 from n;
insert into kudos_months (company_id, month, points, posts, givers) select c, i, 1, 1, 1 from n where i % 100 = 0;
insert into kudos_value_months (company_id, month, value_code, posts) select c, i / 40, 'value' || i % 40, 1 from n where i % 100 = 0;
insert into scim_users (company_id, employee_number, entry, user_name, user_name_key, directory_id, email_key, attributes, created_at, modified_at, held_at)
  select c, i, i, id, id, id, id, '{}', i, i, case when i % 100 = 0 then i end from n;
insert into scim_groups (company_id, entry, id, display_name, display_name_key, directory_id, created_at, modified_at)
  select c, i, id, id, id, id, i, i from n where i % 10 = 0;
insert into scim_group_members (company_id, group_entry, employee_number) select c, i / 1000 * 10, i from n;
drop view n;
set session_replication_role = origin;
analyze`;
