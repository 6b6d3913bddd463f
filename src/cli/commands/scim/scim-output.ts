import { pluralize } from '../../../domain/number-text.ts';
import { type ApiKey, stateOfKey } from '../../../service/keys/keys.ts';
import type { DirectoryView } from '../../../service/scim/overview.ts';
import { card } from '../../output/card.ts';
import type { List } from '../../output/list.ts';
import { formatTime } from '../../output/output.ts';
import { escapeControl } from '../../output/terminal.ts';

/** How a directory stands. */
export function describeDirectory(view: DirectoryView): string {
  const { held_back, refusals, waiting } = view;
  return [
    card('Directory', [
      ['tokens', view.tokens],
      ['last contact', view.last_contact_at && formatTime(view.last_contact_at)],
      ['people', view.people],
      ['groups', view.groups],
      ['external id', `from ${view.external_id_from}`],
      ['authority', `${view.roster_authority}, about who is active`],
      ['deactivated in 24 hours', describeLimit(view)],
      ['waiting for an approval', waiting || null],
    ]),
    ...held_back.map(
      ({ name, user_name, since }) =>
        `  waits: ${escapeControl(name ?? user_name)}, since ${formatTime(since)}`,
    ),
    ...(waiting > held_back.length
      ? [`  and ${pluralize(waiting - held_back.length, 'other', 'others')}`]
      : []),
    ...(waiting > 0 ? ['To deactivate them: engaged scim approve'] : []),
    ...refusals.map(
      ({ reason, user_name, times, last_at }) =>
        `  refused: ${escapeControl(user_name ?? 'somebody')}, ${reason}, ${pluralize(times, 'time', 'times')}, last ${formatTime(last_at)}`,
    ),
  ].join('\n');
}

const describeLimit = ({
  deactivated_in_24_hours: done,
  deactivation_limit: limit,
}: DirectoryView) => (limit === null ? String(done) : `${done} of ${limit}`);

export const TOKENS: List<ApiKey> = {
  empty: 'There are no tokens yet. Create one with: engaged scim create',
  columns: [
    { heading: 'ID', value: (row) => row.id, noTruncate: true },
    { heading: 'NAME', value: (row) => row.name },
    { heading: 'MODE', value: (row) => row.mode, noTruncate: true },
    { heading: 'STATE', value: (row, { now }) => stateOfKey(row, now()) },
    {
      heading: 'LAST USED',
      value: ({ last_used_at, last_used_from }) =>
        last_used_at === null ? 'never' : `${formatTime(last_used_at)} from ${last_used_from}`,
    },
    { heading: 'TOKEN', value: (row) => row.hint, noTruncate: true, optional: true },
  ],
  csv: 'id hint name mode company.id company.name scopes requests_per_minute created_at:time expires_at:time revoked_at:time last_used_at:time last_used_from successor_id',
};
