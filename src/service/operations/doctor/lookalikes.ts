import { pluralize } from '../../../domain/number-text.ts';
import { LIKE_ASCII } from '../../../domain/text.ts';
import type { Database } from '../../../store/database.ts';
import { listWith } from '../../../store/folding.ts';
import { type Finding, ok, warning } from './finding.ts';

/** More people than this are not named one by one. */
const MAX_NAMED = 5;

/** Finds addresses with a character that only looks like one of ASCII: somebody may want to be taken for somebody else. */
export function checkLookalikes(db: Database): Finding {
  const found = db
    .all(listWith, { characters: LIKE_ASCII })
    .filter(({ kind }) => kind === 'employee' || kind === 'account');
  if (found.length === 0) {
    return ok('addresses', 'No email address has a character that only looks like one of ASCII');
  }
  const ids = found.slice(0, MAX_NAMED).map(({ kind, id }) => `${kind} ${id}`);
  const more = found.length > ids.length ? `, and ${found.length - ids.length} more` : '';
  return warning(
    'addresses',
    `${pluralize(found.length, 'email address has', 'email addresses have')} a character that only looks like one of ASCII, as the sign of the kelvin like K (${ids.join(', ')}${more})`,
    'Each is another address than the one that it looks like. Make sure whose it is: engaged employee show ID',
  );
}
