import { withoutPassword } from '../../store/postgres/address.ts';
import type { Upgrade } from '../../store/upgrade.ts';
import { escapeControl } from './terminal.ts';

/** What an upgrade did, for people. @param data that was upgraded */
export const upgradeText = (data: string, { from, to, kept }: Upgrade): string => {
  const copy =
    kept === null
      ? 'No copy was kept of how it was.'
      : `How it was before is kept as ${escapeControl(kept)}.`;
  return `Upgraded ${escapeControl(withoutPassword(data))} from schema ${from} to ${to}. ${copy}`;
};
