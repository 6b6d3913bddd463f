import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQueryFile } from '../../src/store/query.ts';
import { queryFiles } from '../../src/store/sql-files.ts';

/**
 * Every statement and fragment that reads what somebody is called, and why it may. What ranks people, or names them beside
 * others, reads how they chose to be shown with it, and asks `shownTo`; a new one finds its place here.
 */
const READS_NAMES: Readonly<Record<string, string>> = {
  'employees/list_shown': 'boards: shownTo',
  'chat-messages/list_events': 'levels and badges in chats: shownTo',
  'chat-messages/list_thanked': 'thanks in chats: shownTo',
  name_in_api: 'the API and the command line: the policy of the company',
  'explanation/list_around': 'the command line explains a rank to an operator',
  kudos_post: 'thanks name people, to those who may see them',
  'kudos-posts/list_receivers': 'thanks name people, to those who may see them',
  'mails/list_thanks': 'a mail says to its receiver who thanked them',
  'badges/list_active_holders': 'HR: who holds a badge',
  'closed-months/list_people': 'HR: whose XP of a month is not what it was',
  employee_record: 'HR and operators: the record of a person',
  'gifts/list_kept': 'HR: who kept a gift that was undone',
  'gifts/list_names': 'HR: whom a gift gives something',
  'gifts/list_shown': 'HR: the lines of a gift',
  'invitations/list_page': 'HR: who was invited',
  'invitations/list_uninvited': 'HR: who was not invited',
  'kudos-moderation/list_reports': 'HR: who reported thanks',
  'kudos-totals/list_givers': 'HR: who gives thanks',
  'kudos-totals/list_pairs': 'HR: who thanks whom mostly',
  'kudos-totals/list_to_one': 'HR: who gives one person much',
  'people-search/list_rows': 'HR and managers: the list of people',
  redemption_of_person: 'HR: who redeemed what',
  'report-details/list_without': 'HR: who received nothing',
  'roster/list_people': 'HR and operators: what a roster changes',
  'scim-groups/list_members': 'a directory: who is in a group',
  'scim-users/list_held': 'HR: whom a directory would deactivate',
  texts_of_people: 'search: what is found goes through boards or is for HR',
  'mails/find': 'a mail greets its receiver',
  portal_account: 'accounts: whoever is signed in, and their owners',
  'portal-accounts/list_names': 'audit: who did something',
  'employees/list_known_as': 'a nickname is nobody’s name',
  'employees/sign_in': 'writes it',
  'erasure/erase_employee': 'empties it',
};

test('every statement that reads what people are called has a reason to, or asks how they are shown', () => {
  const found = queryFiles
    .map(parseQueryFile)
    .flatMap(({ statements, fragments }) =>
      [...statements.map(({ name, sql }) => [name, sql] as const), ...fragments]
        .filter(([, sql]) => sql.includes('account_name'))
        .map(([name]) => name),
    );
  assert.deepEqual(found.sort(), Object.keys(READS_NAMES).sort());
});

test('what boards and posts read of people has how they chose to be shown', () => {
  const all = queryFiles.map(parseQueryFile).flatMap(({ statements }) => statements);
  const shown = Object.entries(READS_NAMES).filter(([, reason]) => reason.includes('shownTo'));
  for (const [statement] of shown) {
    const sql = all.find(({ name }) => name === statement)?.sql ?? '';
    assert.match(sql, /e\.nickname, e\.shown_as as choice/, statement);
  }
});
