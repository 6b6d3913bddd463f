import { of } from './failure-entry.ts';
import { FILE_FAILURES } from './file-failures.ts';
import { A_DAY } from './iso-time.ts';
import { formatNumber, pluralize } from './number-text.ts';
import type { Unit } from './report-period.ts';
import { A_TIME_ZONE } from './time-zone.ts';

const invalid = of('validation_failed');
const notFound = of('not_found');
const conflict = of('conflict');
const forbidden = of('forbidden');
const unavailable = of('unavailable');
const limited = of('rate_limit_exceeded');

/** The value of a field is refused. @param problem in words that come after its name */
const field = (problem: string) => invalid(({ field }: { field: string }) => `${field} ${problem}`);

type Limit = { limit: number };
type Several = { ids: string };

/**
 * Everything that can go wrong for somebody who uses the service, with its English: that of the API, the command line
 * and the log. The portal says the same in its own words, in each language. No English repeats a value that was sent.
 */
export const FAILURES = {
  // Fields.
  field_empty: field('must not be empty'),
  field_too_long: invalid(
    ({ field, max }: { field: string; max: number }) =>
      `${field} must be at most ${max} characters`,
  ),
  field_too_short: invalid(
    ({ field, min }: { field: string; min: number }) =>
      `${field} must be at least ${min} characters`,
  ),
  field_unstorable: field('holds a character that cannot be kept'),
  field_no_url: field('must be an http or https address'),
  field_out_of_range: invalid(
    ({ field, min, max }: { field: string; min: number; max: number }) =>
      `${field} must be a whole number from ${min} to ${max}`,
  ),
  field_no_money: invalid(
    ({ field, max }: { field: string; max: number }) =>
      `${field} must be an amount from 0 to ${max} with at most two decimals`,
  ),
  picture_type: field('must be a PNG, JPEG or WebP picture'),
  picture_too_large: field('must be at most 1 MB'),
  picture_broken: field(
    'is a picture that cannot be read: broken, cut off, animated, or of an uncommon kind',
  ),
  picture_dimensions: invalid(
    ({ field, side, pixels }: { field: string; side: number; pixels: number }) =>
      `${field} must have at most ${formatNumber(side)} pixels on each side and ${formatNumber(pixels)} in all`,
  ),
  picture_bytes: conflict(
    ({ megabytes }: { megabytes: number }) =>
      `The pictures of the company would take more than ${megabytes} MB`,
  ),
  field_no_choice: invalid(
    ({ field, choices }: { field: string; choices: string }) =>
      `${field} must be one of ${choices}`,
  ),
  field_zero: field('must not be zero'),
  field_no_time: field('must be a time since 1970'),
  field_in_future: field('must not be in the future'),
  field_no_day: field(`must be ${A_DAY}`),
  field_no_time_zone: field(`must be ${A_TIME_ZONE}`),
  field_changed: conflict(({ field }: { field: string }) => `${field} was changed in the meantime`),
  field_refused: invalid(
    ({ field, problems }: { field: string; problems: string }) => `${field} ${problems}`,
  ),

  // References that mean more than one thing.
  several_match: conflict(
    ({ things, ids }: Several & { things: string }) =>
      `Several ${things} match. Name one by its id: ${ids}`,
  ),
  several_people_match: conflict(
    ({ ids }: Several) => `Several employees match. Name one by their id: ${ids}`,
  ),
  several_runs_match: conflict(({ ids }: Several) => `Several runs begin like this: ${ids}`),
  several_walls_match: conflict('Several walls match. Name one by its whole id'),

  // Companies.
  company_not_found: notFound('Company not found'),
  company_held: unavailable(
    'A roster is being applied to this company; try again in a few seconds',
    5,
  ),
  company_people_replaced: conflict('The people of this company were just replaced; try again', 1),
  data_busy: conflict('Another process is writing to the data; try again', 5),
  schema_newer: unavailable(
    'The data was upgraded by a newer version of engaged, so this one no longer writes to it. Start the newer version',
  ),
  outcome_unknown: of('internal_error')(
    'The connection to the data was lost during the commit, so the change may or may not have been made. Check before you repeat it',
  ),

  // People.
  employee_not_found: notFound('Employee not found'),
  nickname_missing: field('is needed to be shown by it'),
  nickname_taken: conflict(
    ({ field }: { field: string }) =>
      `${field} is taken, or the name or address of somebody at the company`,
  ),
  employee_erased: notFound('The employee was erased'),
  employee_taken: conflict(
    ({ field, id }: { field: string; id: string }) => `${field} belongs to another employee: ${id}`,
  ),
  employee_deactivated_already: conflict('The employee is deactivated already'),
  employee_active: conflict('The employee is active'),
  employee_cannot_sign_in: conflict('A deactivated employee cannot sign in'),
  employee_not_kept: conflict('No import has kept this person for a reason that still holds'),
  employee_has_role: conflict(
    ({ id, isAdmin }: { id: string; isAdmin: boolean }) =>
      `The employee ${isAdmin ? 'is an admin' : 'has a portal role'}. Remove it first: engaged employee role ${id} --none`,
  ),
  sandbox_full: conflict(
    ({ limit }: Limit) => `The sandbox is full: it holds at most ${limit} employees`,
  ),
  people_replaced: notFound('The people of this company were just replaced'),

  // XP and coins.
  coins_short: of('insufficient_coins')(
    ({ coins }: { coins: number }) =>
      `The employee has ${coins} coins, and a balance never goes below zero`,
  ),
  balance_below_zero: of('insufficient_coins')('coins would take the balance below zero'),
  total_too_high: invalid(
    ({ what, limit }: Limit & { what: string }) => `${what} would take the total beyond ${limit}`,
  ),
  total_too_low: invalid(
    ({ what, limit }: Limit & { what: string }) => `${what} would take the total below -${limit}`,
  ),
  award_key_used: conflict(
    // The reason may differ: it is words.
    'once was used before, for another employee, amount or time',
  ),
  amount_unconfirmed: conflict(
    (params: { amounts: number; largest: number; unit: 'XP' | 'coins'; limit: number }) => {
      const limit = `${formatNumber(params.limit)} ${params.unit}`;
      const what = `${formatNumber(params.largest)} ${params.unit}`;
      return params.amounts === 1
        ? `${what} is more than ${limit} in one entry`
        : `${pluralize(params.amounts, 'amount is', 'amounts are')} above the limit for one entry, the largest with ${what} (limit ${limit})`;
    },
  ),

  // Thanks.
  kudos_off: conflict(
    'Thanks are not switched on. Switch them on with: engaged kudos settings --on',
  ),
  kudos_not_found: notFound('Thanks not found'),
  kudos_to_oneself: field('must not name the giver: nobody thanks themselves'),
  kudos_receiver_twice: field('must not name an employee twice'),
  kudos_value_unknown: field('is not one of the values of the company. See: engaged kudos values'),
  kudos_value_limit: conflict(({ limit }: Limit) => `A company has at most ${limit} values`),
  kudos_code_taken: conflict(({ field }: { field: string }) => `${field} is that of another value`),
  kudos_value_not_found: notFound('Value not found'),
  kudos_order_changed: conflict('The values are in another order by now'),
  kudos_code_refused: field(
    'must be letters, digits, dots, hyphens and underscores, and begin with a letter or digit',
  ),
  kudos_message_length: invalid(
    ({ field, min, max }: { field: string; min: number; max: number }) =>
      `${field} must have from ${min} to ${formatNumber(max)} characters`,
  ),
  kudos_lengths_refused: field('must not be more than the most'),
  kudos_not_giver: conflict('The employee does not give thanks. See: engaged kudos part'),
  kudos_not_receiver: conflict(
    ({ id }: { id: string }) => `The employee ${id} does not take part in thanks`,
  ),
  kudos_allowance: of('allowance_exceeded')(
    ({ cost, left }: { cost: number; left: number }) =>
      `The thanks cost ${pluralize(cost, 'point', 'points')}, and ${formatNumber(left)} are left this month`,
  ),
  kudos_budget: of('allowance_exceeded')(
    ({ left }: { left: number }) =>
      `The company has ${pluralize(left, 'point', 'points')} left to give this month`,
  ),
  kudos_fair_play: of('fair_play_limit')(
    ({ id, left }: { id: string; left: number }) =>
      `At most 60 % of an allowance goes to one person in a month: ${pluralize(left, 'more point', 'more points')} for ${id}`,
  ),
  kudos_a_day: of('fair_play_limit')(
    ({ limit }: Limit) => `The employee has given ${limit} thanks within a day, the most there are`,
  ),
  kudos_key_used: conflict('once was used before, for other thanks'),
  kudos_not_own: forbidden('Only who gave thanks changes them or takes them back'),
  kudos_not_thanked: forbidden('Only who was thanked narrows who may see it'),
  kudos_not_narrower: conflict('Who may see thanks can only be narrowed'),
  kudos_edit_reported: conflict('The message of thanks that were reported stays as it is'),
  kudos_edit_over: conflict('The message can be changed for 15 minutes'),
  kudos_ended: conflict('The thanks were taken back or removed already'),
  kudos_month_over: conflict('Thanks can be taken back until the end of the month, in UTC'),
  kudos_coins_spent: conflict(
    ({ people }: { people: number }) =>
      `${pluralize(people, 'person has', 'people have')} spent the coins, so they cannot be taken back. Whoever decides on thanks can remove them and leave the coins: engaged kudos remove --keep-coins`,
  ),
  kudos_not_reported: conflict('Nobody has reported these thanks, or it is decided'),
  kudos_own_decision: forbidden('Nobody decides about thanks that they gave or got'),
  kudos_reports_wait: conflict(
    ({ limit }: Limit) =>
      `${limit} thanks that the employee reported wait for a decision, the most there are`,
  ),
  kudos_kept: conflict('These thanks were reported before, and it was decided that they stay'),

  // Gifts.
  gift_not_found: notFound('Gift not found'),
  gift_gives_nothing: invalid(
    'There is nothing to give: say how much XP, how many coins or which badge',
  ),
  gift_row_gives_nothing: invalid('The row gives nothing: it has no XP, no coins and no badge'),
  gift_too_long: invalid(
    ({ limit }: Limit) =>
      `A gift has at most ${formatNumber(limit)} rows. Split the list into several`,
  ),
  gift_not_listed: conflict(
    'The gift was interrupted before its list was on record. Giving the same again goes on with it',
  ),
  gift_undone: conflict('The gift is undone, or is being undone'),

  // Badges.
  badge_not_found: notFound('Badge not found'),
  badge_code_refused: field('must be letters, digits, dots, hyphens and underscores'),
  badge_code_taken: conflict('There is a badge with this code'),
  badge_limit: conflict(({ limit }: Limit) => `A company has at most ${limit} badges`),
  badge_held: conflict('The employee holds this badge already'),
  badge_not_held: conflict('The employee does not hold this badge'),
  badge_rule_limit: conflict(
    ({ limit }: Limit) => `A company has at most ${limit} badges with a rule`,
  ),
  badge_rule_changed: conflict('The rule was changed in the meantime'),
  badge_more_people: conflict('More people have reached it in the meantime'),
  badge_rules_more_people: conflict('More people have reached a rule in the meantime'),

  // The shop.
  item_not_found: notFound('Shop item not found'),
  item_limit: conflict(
    ({ limit }: Limit) => `A company has at most ${limit} items in its shop, retired ones included`,
  ),
  item_retired: conflict('The item is retired'),
  item_unlimited: conflict('The stock of the item is unlimited'),
  item_restocked: conflict('The stock was raised in the meantime'),
  item_sold_out: of('sold_out')('The item is sold out'),
  item_price_changed: conflict('The price of the item has changed'),
  redemption_not_found: notFound('Redemption not found'),
  redemption_key_used: conflict('once was used before, for another employee or another item'),
  redemption_of_deactivated: conflict('A deactivated employee cannot redeem'),
  redemption_is_already: conflict(
    ({ status }: { status: string }) => `The redemption is ${status} already`,
  ),
  redemption_cannot_become: conflict(
    ({ from, to, next }: { from: string; to: string; next: readonly string[] }) =>
      `The redemption cannot become ${to}: it is ${from}, ${next.length === 0 ? 'and stays so' : `and can only become ${next.join(' or ')}`}`,
  ),
  redemptions_changed: conflict('The redemptions were changed in the meantime'),

  // Departments.
  department_not_found: notFound('Department not found'),
  department_id_taken: conflict(
    ({ field, id }: { field: string; id: string }) =>
      `${field} belongs to another department: ${id}`,
  ),
  department_below_itself: conflict('A department cannot be moved below itself'),
  department_archived_already: conflict('The department is archived already'),
  department_not_archived: conflict('The department is not archived'),
  department_archived: conflict(
    ({ id }: { id: string }) => `The department is archived. Restore it first: ${id}`,
  ),
  department_limit: conflict(
    ({ limit }: Limit) => `The company has its ${limit} active departments already`,
  ),
  department_renamed: conflict(
    ({ name }: { name: string }) => `The name was changed in the meantime: ${name}`,
  ),
  department_moved: conflict('The department was moved in the meantime'),
  department_merged_with_itself: conflict('Both are the same department'),
  department_merged_below: conflict(
    ({ id }: { id: string }) =>
      `A department cannot be merged into one below it. Move that one first: engaged department move ${id}`,
  ),
  department_people_changed: conflict(
    ({ count }: { count: number }) => `The number of people is ${count} now`,
  ),

  // Months.
  month_unknown: notFound('There is no such month'),
  month_not_closed: notFound('This month is not closed'),
  month_version_not_found: notFound('This month has no such version'),
  month_not_over: conflict('This month has not ended yet'),
  month_closed: conflict(
    ({ month }: { month: string }) =>
      `This month is closed. To close it again: engaged month reopen ${month}`,
  ),
  month_without_people: conflict('This company has no people yet'),
  month_before_people: conflict(
    ({ month }: { month: string }) =>
      `Nothing is on record for this month. The first person joined in ${month}`,
  ),
  month_reopened: conflict('The month was reopened since'),
  month_closed_again: conflict('The month was reopened and closed again since'),

  // Reports.
  period_unknown: invalid(
    ({ field, unit, example }: { field: string; unit: Unit; example: string }) =>
      `${field} must be a ${unit} such as ${example}`,
  ),
  period_order: invalid('from must not be after to'),
  period_limit: invalid(
    ({ earliest, limit }: { earliest: string } & Limit) =>
      `from must not be before ${earliest}: a report has at most ${limit} periods`,
  ),

  // Contests.
  contest_not_found: notFound('Contest not found'),
  contest_closed: conflict('This contest is closed'),
  contest_cancelled: conflict('This contest was cancelled'),
  contest_not_over: conflict('This contest has not ended yet'),
  contest_over: conflict('This contest has ended. It can only be closed or cancelled'),
  contest_started: conflict(
    'This contest has started. Only its name and its prizes can be changed',
  ),
  contest_reasons_of_badges: invalid('reasons must be left out where badges count'),
  contest_badges_of_xp: invalid('badges must be left out where XP counts'),
  contest_teams_share: invalid('ties must be shared where departments rank'),
  contest_chosen_limit: invalid(
    ({ limit }: Limit) => `At most ${limit} reasons or badges can be chosen`,
  ),
  contest_limit: conflict(
    ({ limit }: Limit) => `A company has at most ${limit} contests that are not over`,
  ),
  contest_changed: conflict('The contest was changed in the meantime. Look at it again first'),
  contest_scope_changed: conflict(
    'The days or departments of this contest were just changed; try again',
    1,
  ),
  contest_ends_before_start: field('must not be before first_day'),
  contest_ends_in_past: field('must not have passed'),
  prize_limit: invalid(({ limit }: Limit) => `prizes must be at most ${limit}`),
  prize_ranks: invalid(
    'The ranks of a prize must start at 1 or later, and end where they start or later',
  ),
  prize_coins: invalid(
    ({ limit }: Limit) => `The coins of a prize must be a whole number from 1 to ${limit}`,
  ),
  prize_rank_limit: invalid(
    ({ limit }: Limit) =>
      `prizes must go to at most ${limit} ranks, each counted once for every prize`,
  ),
  prize_shared_by_many: conflict(
    ({ people, limit }: Limit & { people: number }) =>
      `${formatNumber(people)} people share this rank, and a contest grants at most ${formatNumber(limit)} prizes`,
  ),
  prize_of_decider: conflict(
    'Whoever made, changed or closed a contest wins it by the decision of somebody else',
  ),
  prize_coins_too_many: conflict(
    ({ limit }: Limit) => `The coins would add up to more than ${limit}`,
  ),

  // Profiles of rosters.
  profile_not_found: notFound('Profile not found'),
  profile_name_taken: conflict('Another profile has this name'),
  profile_too_long: invalid('The profile is too long. Leave out filters'),
  profile_limit: conflict(
    ({ limit }: Limit) => `A company has at most ${limit} profiles. Delete one first`,
  ),

  // Walls.
  wall_not_found: notFound('Wall not found'),
  wall_limit: conflict(
    ({ limit }: Limit) => `A company has at most ${limit} walls. Revoke one first`,
  ),
  wall_guesses: limited('Too many unknown links were opened from here'),

  // Webhooks.
  webhook_not_found: notFound('Webhook not found'),
  outbox_full: conflict('Too many mails of the company wait already. Try again later'),
  webhook_disabled: conflict('The webhook is disabled'),
  webhook_limit: conflict(
    ({ limit }: Limit) => `A company has at most ${limit} webhooks. Delete one first`,
  ),
  webhook_secret_rotated: conflict(
    'The secret was rotated in the meantime. Look at the webhook again first',
  ),
  chat_without_secret: conflict(
    'A chat checks no signatures, so its webhook has no secret. Its address is one: replace it by making a new one',
  ),
  webhook_event_not_found: notFound('An event is not on record any more, or never was'),
  event_types_unknown: invalid(
    ({ field, types }: { field: string; types: string }) =>
      `${field} must be one or more of ${types}`,
  ),
  url_with_user: field('must not contain a user name or password'),
  url_with_fragment: field('must not have a fragment'),
  url_inside: field(
    'leads to this machine, a link-local, multicast or metadata address. If that is intended, name it in webhook-allow',
  ),
  url_not_public: field(
    'must lead to a public address. Whoever runs the service can allow another one with webhook-allow',
  ),

  // Keys.
  key_not_found: notFound('Key not found'),
  key_revoked: conflict('The key is revoked. Create a new one instead'),
  key_expired: conflict('The key has expired. Create a new one instead'),
  key_replaced: conflict('The key already has a successor. Rotate that one instead'),
  key_without_scopes: field('must name at least one scope'),

  // People without an email.
  no_email_domain_invalid: invalid(
    'The domain for people without an email must be one such as people.example.com',
  ),
  no_email_domain_of_sign_in: invalid(
    'People sign in with addresses at this domain, so nobody without an email can have one there. Choose another one such as people.example.com',
  ),
  no_email_domain_taken: invalid(
    ({ people }: { people: number }) =>
      `${pluralize(people, 'person has', 'people have')} an email at this domain, so nobody without one can have an address there. Choose another one such as people.example.com`,
  ),

  // Accounts and sign-in.
  account_not_found: notFound('Account not found'),
  account_disabled: conflict(
    'The account is disabled. Enable it with: engaged portal accounts enable',
  ),
  account_has_other_role: conflict(
    'The account has another role. Change it with: engaged portal accounts role',
  ),
  account_of_deactivated: conflict('The employee is deactivated'),
  account_of_nobody: notFound(
    ({ roles }: { roles: readonly string[] }) =>
      `Nobody has this email address. To give somebody an account who is no employee, add --role ${roles.join('|')}`,
  ),
  account_needs_own_role: invalid(
    ({ roles }: { roles: readonly string[] }) =>
      `An account without an employee must be one of ${roles.join(', ')}: the other roles are those of employees`,
  ),
  account_role_changed: conflict('The role was changed in the meantime'),
  account_just_changed: conflict('The account has just been changed. Sign in again'),
  account_email_taken: conflict('Another account has this email address'),
  account_email_of_deactivated: conflict('The employee with this email address is deactivated'),
  account_of_sandbox: conflict('The accounts of a sandbox are those of its company'),
  account_without_password: conflict('The account has no password'),
  company_named_by_operator: forbidden(
    'Several companies share this service, so its operator names them: engaged company update --name NAME',
  ),
  last_owner: conflict('Nobody else is owner. Make somebody else owner first'),
  owner_needed_to_invite: forbidden('Only an owner invites owners and admins'),
  link_made_since: conflict('A link or card was made for them since'),
  card_without_number: conflict('Whoever has no external_id gets no card'),
  has_signed_in: conflict(
    'They sign in at the provider of single sign-on. A link for a password all the same: engaged portal link EMAIL',
  ),
  owner_needed: forbidden('Only an owner changes, deactivates or reactivates an owner'),
  owner_needed_for_email: forbidden('Only an owner changes the email of an owner or admin'),
  link_gone: notFound('The link does not work any more'),
  mail_link_unknown: notFound('The link belongs to no mail'),
  two_step_on: conflict('Two-step sign-in is on already'),
  two_step_switched_off: conflict('Two-step sign-in was switched off in the meantime'),
  sign_in_attempts: limited('Too many attempts are waiting. Try again in 30 seconds.', 30),
  too_many_links: limited('Too many links were asked for from here. Try again in 15 minutes.', 900),
  sign_in_code_checked: limited('Another code is being checked. Try again', 5),
  sign_in_busy: unavailable('Too many people are signing in. Try again', 5),
  provider_missing: notFound('This service has no sign-in provider'),
  provider_sign_in_over: forbidden('This sign-in is over. Sign in again'),
  provider_no_access: forbidden('The sign-in gives no access'),
  provider_cancelled: forbidden('The sign-in was cancelled at the provider'),
  provider_not_accepted: forbidden('What the sign-in provider answered cannot be accepted'),
  provider_unreachable: unavailable('The sign-in provider does not answer as it should', 30),

  // Rosters and their files.
  ...FILE_FAILURES,
  run_not_found: notFound('Run not found'),
  run_reference: invalid('The run must be an id, its first eight characters or more, or "latest"'),
  run_unchanged: conflict('The run changed nothing, so there is nothing to revert'),
  run_with_rejects: conflict(
    'The run was blocked by rejected rows, not by its limit: they may be the very people who seem to be missing. Correct them and sync again',
  ),
  run_not_blocked: conflict('The run was not blocked by its limit, so there is nothing to approve'),
  run_approved: conflict(({ id }: { id: string }) => `The run is approved already, by run ${id}`),
  steps_given_up: conflict('This took too long and was given up; ask for it again'),
  change_too_large: unavailable(
    ({ what }: { what: 'memory' | 'time' }) =>
      `The change needs too much ${what} here. Make it with the command: engaged sync --help`,
  ),
  roster_too_large: invalid(
    ({ noun, what }: { noun: 'file' | 'body'; what: 'memory' | 'time' }) =>
      `The ${noun} needs too much ${what} to be read. Leave out columns that are not needed, or divide it into several`,
  ),
  roster_queue_full: unavailable(
    'Too many files wait to be read right now. Try again in a minute',
    60,
  ),
  roster_sync_running: conflict(
    'Another roster sync of this company is running',
    // By the API contract.
    30,
  ),
  roster_syncs_running: conflict('The maximum number of concurrent roster syncs is running', 5),
  upload_gone: notFound('The file is not here any more'),
  upload_applied: notFound('The file has been applied'),

  // The service.
  service_stopping: unavailable('The service is stopping'),
  writes_waiting: unavailable('Too many writes are waiting', 5),
  pages_waiting: unavailable('Too many requests are waiting', 5),
  downloads_waiting: unavailable('Several files are being downloaded already', 10),
  backup_of_database: notFound(
    'The data is in a PostgreSQL database: pg_dump makes a backup of it',
  ),
  backup_busy: conflict('A backup is being downloaded already. Try again when it is complete'),
  backup_of_others: conflict('The data file holds, or may still hold, data of another company'),
  backup_without_space: unavailable(
    'There is not enough free space on the disk of the data file for a copy of it',
  ),
  backup_left: unavailable('Nobody waits for the backup any more'),

  // Pages.
  page_not_of_role: forbidden('The role does not include this page'),
  page_without_sandbox: notFound('The company has no sandbox'),
  page_from_elsewhere: forbidden('The request did not come from a page of the portal'),
  own_decision: forbidden('Somebody else must decide about what is yours'),
};

export type FailureCode = keyof typeof FAILURES;

/** What is said about a failure besides its code; `unknown` where nothing is. */
export type ParamsOf<C extends FailureCode> = Parameters<(typeof FAILURES)[C]['english']>[0];

/** The codes that say it all. */
export type PlainFailureCode = {
  [C in FailureCode]: unknown extends ParamsOf<C> ? C : never;
}[FailureCode];

/** What went wrong: a code and its parameters. */
export type Failure = {
  [C in FailureCode]: { code: C } & (unknown extends ParamsOf<C> ? object : ParamsOf<C>);
}[FailureCode];
