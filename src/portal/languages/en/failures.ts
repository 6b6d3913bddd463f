import type { FailureCode, ParamsOf } from '../../../domain/failures.ts';
import type { Text } from '../tools.ts';
import { fileFailures } from './file-failures.ts';
import { number, people as ofPeople, plural, points } from './words.ts';

/** What a catalogue says about everything that can go wrong. What is wrong with a field stands beside it. */
type FailureTexts = { [C in FailureCode]: Text<ParamsOf<C>> };

const severalMatch = 'More than one is meant by this. Choose one of them.';

/** What the portal says, in English, about everything that can go wrong. */
export const failures: FailureTexts = {
  ...fileFailures,
  field_empty: 'Fill this in.',
  field_too_long: ({ max }) => `At most ${number(max)} characters.`,
  field_too_short: ({ min }) => `At least ${number(min)} characters.`,
  field_unstorable: 'This holds a character that cannot be kept.',
  field_no_url: 'An address that begins with https:// or http://.',
  field_out_of_range: ({ min, max }) => `A whole number from ${number(min)} to ${number(max)}.`,
  field_no_money: ({ max }) => `An amount from 0 to ${number(max)}, such as 2.50.`,
  picture_type: 'A PNG, JPEG or WebP picture. What is in the file decides, not its name.',
  picture_too_large: 'At most 1 MB.',
  picture_broken:
    'This picture cannot be read: it is broken, cut off, animated or of an uncommon kind. Save it anew as PNG.',
  picture_dimensions: ({ side, pixels }) =>
    `At most ${number(side)} pixels on each side and ${number(pixels)} in all. Make it smaller first.`,
  picture_bytes: ({ megabytes }) =>
    `The pictures of the company would take more than ${number(megabytes)} MB. Remove some first.`,
  field_no_choice: 'Choose one of these.',
  field_no_time_zone: 'Choose one of these.',
  field_zero: 'A number that is not 0.',
  field_no_time: 'A day since 1970.',
  field_in_future: 'A day up to today.',
  field_no_day: 'A day, such as 2026-11-30.',
  field_changed: 'This was changed in the meantime.',
  field_refused: ({ field }) =>
    field === 'email' ? 'An email address, such as ann@example.com.' : 'This cannot be used.',

  several_match: severalMatch,
  several_people_match: severalMatch,
  several_runs_match: severalMatch,
  several_walls_match: severalMatch,

  company_not_found: 'There is no such company.',
  company_held:
    'A roster is being applied to this company. Nothing else changes it until that is done.',
  company_people_replaced: 'The people of this company were just replaced.',
  data_busy: 'Something else is being written right now.',
  schema_newer:
    'A newer version has upgraded the data, so this one no longer changes it. Whoever runs the service has to start the newer version.',
  outcome_unknown:
    'The connection to the data was lost just then, so the change may or may not have been made. Look before you repeat it.',

  employee_not_found: 'There is no such person here.',
  nickname_missing: 'Choose a nickname to be shown by it.',
  nickname_taken: 'This is taken, or it is the name or address of somebody here.',
  employee_erased: 'This person was erased.',
  employee_taken: 'This belongs to somebody else.',
  employee_deactivated_already: 'This person is deactivated already.',
  employee_active: 'This person is active already.',
  employee_cannot_sign_in: 'Somebody who is deactivated cannot sign in.',
  employee_not_kept: 'This person is not waiting for a decision any more.',
  employee_has_role:
    'This person is an admin or has a role in the portal. Whoever runs the service can remove that first.',
  sandbox_full: ({ limit }) => `The sandbox is full: it holds ${number(limit)} people.`,
  people_replaced: 'The people of this company were just replaced.',

  coins_short: ({ coins }) =>
    plural(coins, {
      one: `There is only ${number(coins)} coin.`,
      other: `There are only ${number(coins)} coins.`,
    }),
  balance_below_zero: 'There are not enough coins for this.',
  total_too_high: ({ limit }) => `The total would be more than ${number(limit)}.`,
  total_too_low: ({ limit }) => `The total would be less than ${number(-limit)}.`,
  award_key_used: 'This form was sent before, with something else in it. Open the page again.',
  amount_unconfirmed: 'This is a large amount. Type it again to confirm.',

  kudos_off: 'Thanks are not switched on here.',
  kudos_not_found: 'These thanks are not there any more.',
  kudos_to_oneself: 'You cannot thank yourself.',
  kudos_receiver_twice: 'Somebody is named twice.',
  kudos_value_unknown: 'Choose one of these.',
  kudos_value_limit: ({ limit }) => `There can be at most ${number(limit)} values.`,
  kudos_code_taken: 'A value has this code already.',
  kudos_value_not_found: 'There is no such value.',
  kudos_order_changed: 'The order was changed in the meantime. Look at it again.',
  kudos_code_refused: 'Letters, digits, dots, hyphens and underscores.',
  kudos_message_length: ({ min, max }) => `From ${number(min)} to ${number(max)} characters.`,
  kudos_lengths_refused: 'Not more than the most.',
  kudos_not_giver: 'You do not take part in giving thanks.',
  kudos_not_receiver: 'Somebody of them does not take part in thanks.',
  kudos_allowance: ({ cost, left }) =>
    `This costs ${points(cost)}, and you have ${number(left)} left to give this month.`,
  kudos_budget: ({ left }) => `The company has ${points(left)} left to give this month.`,
  kudos_fair_play: ({ left }) =>
    `At most 60 % of your points go to one person in a month: ${number(left)} more can.`,
  kudos_a_day: ({ limit }) =>
    `You have given ${number(limit)} thanks within a day. Give further ones tomorrow.`,
  kudos_key_used: 'This was sent before, for other thanks.',
  kudos_not_own: 'Only who gave thanks can do this.',
  kudos_not_thanked: 'Only who was thanked can do this.',
  kudos_not_narrower: 'Who may see it can only be narrowed.',
  kudos_edit_reported: 'These thanks were reported, so the message stays as it is.',
  kudos_edit_over: 'The message can be changed for 15 minutes.',
  kudos_ended: 'These thanks were taken back or removed already.',
  kudos_month_over: 'Thanks can be taken back until the end of the month.',
  kudos_coins_spent: ({ people }) =>
    plural(people, {
      one: 'Somebody has spent the coins, so this cannot be taken back. HR can remove it.',
      other: `${number(people)} people have spent the coins, so this cannot be taken back. HR can remove it.`,
    }),
  kudos_not_reported: 'Nobody has reported this, or it is decided.',
  kudos_own_decision: 'You gave or got these thanks, so somebody else decides.',
  kudos_reports_wait: ({ limit }) =>
    `${number(limit)} thanks that you reported wait for a decision. You can report others after it.`,
  kudos_kept: 'This was looked at before, and stays.',

  gift_not_found: 'This entry does not exist.',
  gift_gives_nothing: 'Say how much XP, how many coins or which badge.',
  gift_row_gives_nothing: 'The row gives nothing: no XP, no coins and no badge.',
  gift_too_long: ({ limit }) =>
    `At most ${number(limit)} people or rows at once. Choose fewer, or split the list into several.`,
  gift_not_listed:
    'This was interrupted before its list was on record, and gave nothing. Giving the same again goes on with it.',
  gift_undone: 'This was undone in the meantime.',

  badge_not_found: 'There is no such badge.',
  badge_code_refused: 'Letters, digits, dots, hyphens and underscores.',
  badge_code_taken: 'There is a badge with this code.',
  badge_limit: ({ limit }) => `A company has at most ${number(limit)} badges.`,
  badge_held: 'This person holds the badge already.',
  badge_not_held: 'This person does not hold the badge.',
  badge_rule_limit: ({ limit }) => `At most ${number(limit)} badges have a rule. Remove one first.`,
  badge_rule_changed: 'The rule was changed in the meantime.',
  badge_more_people: 'More people have reached it in the meantime.',
  badge_rules_more_people: 'More people have reached a rule in the meantime.',

  item_not_found: 'There is no such item in the shop.',
  item_limit: ({ limit }) => `The shop has at most ${number(limit)} items, retired ones included.`,
  item_retired: 'The item is retired.',
  item_unlimited: 'The stock of the item is unlimited.',
  item_restocked: 'The stock was raised in the meantime.',
  item_sold_out: 'The item is sold out.',
  item_price_changed: 'The price of the item has changed.',
  redemption_not_found: 'There is no such redemption here.',
  redemption_key_used: 'This form was sent before, for something else. Open the page again.',
  redemption_of_deactivated: 'Somebody who is deactivated cannot redeem.',
  redemption_is_already: 'This was decided already.',
  redemption_cannot_become: 'That is not possible in this state.',
  redemptions_changed: 'The redemptions were changed in the meantime.',

  department_not_found: 'There is no such department here.',
  department_id_taken: 'This external ID belongs to another department.',
  department_below_itself: 'A department cannot be moved below itself.',
  department_archived_already: 'The department is archived already.',
  department_not_archived: 'The department is not archived.',
  department_archived: 'The department is archived. Restore it first.',
  department_limit: ({ limit }) =>
    plural(limit, {
      one: `The company has ${number(limit)} active department already, and no more are possible.`,
      other: `The company has ${number(limit)} active departments already, and no more are possible.`,
    }),
  department_renamed: ({ name }) => `The name was changed in the meantime: ${name}.`,
  department_moved: 'The department was moved in the meantime.',
  department_merged_with_itself: 'Both are the same department.',
  department_merged_below: 'A department cannot be merged into one below it. Move that one first.',
  department_people_changed: ({ count }) => `The number of people is ${number(count)} now.`,

  period_unknown: ({ unit, example }) =>
    ({ month: `A month such as ${example}.`, week: `A week such as ${example}.` })[unit],
  period_order: 'The first period must not be after the last one.',
  period_limit: ({ earliest, limit }) =>
    `At most ${number(limit)} periods: begin with ${earliest} or later.`,
  month_unknown: 'There is no such month.',
  month_not_closed: 'This month is not closed.',
  month_version_not_found: 'This month has no such version.',
  month_not_over: 'This month has not ended yet.',
  month_closed: 'This month is closed. To close it again, reopen it first.',
  month_without_people: 'This company has no people yet.',
  month_before_people: 'Nothing is on record for this month: nobody had joined.',
  month_reopened: 'The month was reopened in the meantime.',
  month_closed_again: 'The month was reopened and closed again in the meantime.',

  contest_not_found: 'There is no such contest.',
  contest_closed: 'This contest is closed.',
  contest_cancelled: 'This contest was cancelled.',
  contest_not_over: 'This contest has not ended yet.',
  contest_over: 'This contest has ended. It can only be closed or cancelled.',
  contest_started: 'This contest has started. Only its name and its prizes can be changed.',
  contest_reasons_of_badges: 'Where badges count, choose no reasons.',
  contest_badges_of_xp: 'Where XP counts, choose no badges.',
  contest_teams_share: 'Departments with the same value always share a place.',
  contest_chosen_limit: ({ limit }) => `At most ${number(limit)} reasons or badges.`,
  contest_limit: ({ limit }) => `At most ${number(limit)} contests that are not over.`,
  contest_changed: 'The contest was changed in the meantime. Look at it again first.',
  contest_scope_changed: 'The days or departments of this contest were just changed.',
  contest_ends_before_start: 'The last day must not be before the first day.',
  contest_ends_in_past: 'The last day must not have passed.',
  prize_limit: ({ limit }) => `A contest has at most ${number(limit)} prizes.`,
  prize_ranks: 'The ranks of a prize begin at 1 or later, and end where they begin or later.',
  prize_coins: ({ limit }) => `The coins of a prize are a whole number from 1 to ${number(limit)}.`,
  prize_rank_limit: ({ limit }) =>
    `The prizes go to at most ${number(limit)} ranks, each counted once for every prize.`,
  prize_shared_by_many: ({ people, limit }) =>
    `${number(people)} people share this rank, and a contest grants at most ${number(limit)} prizes.`,
  prize_of_decider:
    'It is for somebody who made, changed or closed this contest. Somebody else grants it by hand.',
  prize_coins_too_many: ({ limit }) => `The coins would add up to more than ${number(limit)}.`,

  profile_not_found: 'There is no such profile.',
  profile_name_taken: 'Another profile has this name.',
  profile_too_long: 'Too much was chosen to be kept as a profile. Leave out filters.',
  profile_limit: ({ limit }) => `At most ${number(limit)} profiles. Delete one first.`,

  wall_not_found: 'There is no such wall.',
  wall_limit: ({ limit }) => `At most ${number(limit)} walls. Revoke one first.`,
  wall_guesses: 'Too many unknown links were opened from here.',

  webhook_not_found: 'There is no such webhook here.',
  outbox_full: 'Too many mails of the company wait already. Try again later.',
  webhook_disabled: 'The webhook is disabled.',
  webhook_limit: ({ limit }) => `At most ${number(limit)} webhooks. Delete one first.`,
  webhook_secret_rotated:
    'The secret was rotated in the meantime. Look at the webhook again first.',
  chat_without_secret: 'A chat checks no signatures, so its webhook has no secret.',
  webhook_event_not_found: 'An event is not on record any more.',
  event_types_unknown: 'Choose some of these.',
  url_with_user: 'The address must not contain a user name or password.',
  url_with_fragment: 'The address must not contain a #.',
  url_inside: 'This address leads to the machine of the service, or to its network.',
  url_not_public:
    'The address must be public. Whoever runs the service can allow another one with the setting webhook-allow.',

  key_not_found: 'There is no such key here.',
  key_revoked: 'The key is revoked. Create a new one instead.',
  key_expired: 'The key has expired. Create a new one instead.',
  key_replaced: 'The key has a successor already. Rotate that one instead.',
  key_without_scopes: 'Choose at least one scope.',

  account_not_found: 'There is no such account here.',
  account_disabled: 'The account is disabled. Enable it first.',
  account_has_other_role: 'The account has another role. Change it on the page of the account.',
  account_of_deactivated: 'The employee is deactivated.',
  account_of_nobody: 'Nobody has this email address.',
  account_needs_own_role: 'An account without an employee cannot have this role.',
  account_role_changed: 'The role was changed in the meantime. Look at it again first.',
  account_just_changed: 'The account has just been changed. Sign in again.',
  account_email_taken: 'Another account has this email address.',
  account_email_of_deactivated: 'The employee with this email address is deactivated.',
  account_of_sandbox: 'The accounts of a sandbox are those of its company.',
  account_without_password: 'The account has no password.',
  company_named_by_operator:
    'Several companies share this service, so whoever runs it gives them their names.',
  last_owner: 'Nobody else is owner. Make somebody else owner first.',
  owner_needed_to_invite: 'Only an owner invites owners and admins.',
  link_made_since:
    'Somebody made a link or card for them in the meantime. Another one ends that one.',
  card_without_number: 'They have no number, so they get no card.',
  has_signed_in: 'They sign in with single sign-on, and need no link.',
  owner_needed: 'Only an owner changes, deactivates or reactivates an owner.',
  owner_needed_for_email:
    'Only an owner changes the email of an owner or admin: with it somebody could sign in as them.',
  mail_link_unknown:
    'The link is not whole. Copy all of it from the mail, or say on your page which mails you want.',
  link_gone:
    'The link does not work any more: it was used, has run out, or was replaced by a newer one. Whoever runs the programme makes a new one.',
  two_step_on: 'Two-step sign-in is on already.',
  two_step_switched_off: 'Two-step sign-in was switched off in the meantime.',
  too_many_links: 'Too many links were asked for from here. Try again in 15 minutes.',
  sign_in_attempts: 'Too many attempts are waiting.',
  sign_in_code_checked: 'Another code is being checked.',
  sign_in_busy: 'Too many people are signing in.',
  no_email_domain_invalid: 'The domain for people without an email is none.',
  no_email_domain_of_sign_in:
    'People sign in with addresses at the domain for people without an email. Choose another one.',
  no_email_domain_taken: ({ people: count }) =>
    `${ofPeople(count)} ${plural(count, { one: 'has', other: 'have' })} an email at the domain for people without one. Choose another one.`,
  provider_missing: 'This service has no sign-in provider.',
  provider_sign_in_over:
    'This sign-in is completed already, took longer than 10 minutes, or began in another browser or tab. Sign in again.',
  provider_no_access:
    'You have no access. If you should have it, ask whoever runs this service in your company.',
  provider_cancelled: 'The sign-in was cancelled at the provider.',
  provider_not_accepted: 'What the sign-in provider answered cannot be accepted. Sign in again.',
  provider_unreachable: 'The sign-in provider does not answer as it should.',

  run_not_found: 'There is no such roster here.',
  run_reference: 'There is no such roster here.',
  run_unchanged: 'It changed nothing, so there is nothing to revert.',
  run_with_rejects:
    'It was blocked by rejected rows, not by its limit: they may be the very people who seem to be missing. Correct them and bring the roster in again.',
  run_not_blocked: 'It was not blocked by its limit, so there is nothing to approve.',
  run_approved: 'It is approved already.',
  steps_given_up: 'This took too long and was given up. Ask for it again.',
  change_too_large:
    'The change is too large to be made here. Whoever runs the service can make it with a command.',
  roster_too_large: ({ what }) =>
    what === 'time'
      ? 'The file needs too much time to be read. Leave out columns that are not needed, or divide it into several.'
      : 'The file needs too much memory to be read. Leave out columns that are not needed, or divide it into several.',
  roster_queue_full: 'Too many files wait to be read right now.',
  roster_sync_running: 'Another roster is being applied to this company.',
  roster_syncs_running: 'Too many rosters are being applied right now.',
  upload_gone:
    'The file is not here any more. It is kept for an hour, until newer files of your company need its room, or until the service restarts. Upload it again.',
  upload_applied: 'The file has been applied.',

  service_stopping: 'The service is stopping.',
  writes_waiting: 'Too many changes are waiting.',
  pages_waiting: 'Too many pages are being asked for at the moment.',
  downloads_waiting: 'Several files are being downloaded already.',
  backup_of_database: 'The data is in a database. Whoever runs that backs it up.',
  backup_busy: 'A backup is being downloaded already. Try again when it is complete.',
  backup_of_others:
    'The data file holds, or may still hold, data of another company, so it cannot be downloaded here.',
  backup_without_space:
    'There is not enough free space on the disk of the data file for a copy of it.',
  backup_left: 'Nobody waits for the backup any more.',

  page_not_of_role: 'Your role does not include this page. An owner can give you another one.',
  page_without_sandbox: 'The company has no sandbox.',
  page_from_elsewhere:
    'The request did not come from a page of the portal, so nothing was changed.',
  own_decision: 'Somebody else must decide about what is yours.',
};
