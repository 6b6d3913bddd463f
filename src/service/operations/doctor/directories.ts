import { DAY_MS } from '../../../domain/duration.ts';
import { pluralize } from '../../../domain/number-text.ts';
import * as companies from '../../../store/company/companies.ts';
import type { Database } from '../../../store/database.ts';
import { showDirectory } from '../../scim/overview.ts';
import { type Finding, ok, warning } from './finding.ts';

/** After so long without a request a directory has stopped. */
const SILENT_MS = 3 * DAY_MS;

/** Checks the directories of all companies. @param now milliseconds UTC */
export function checkDirectories(db: Database, now: number): Finding[] {
  const findings = db
    .all(companies.listLive, {})
    .flatMap(({ companyId, id }) => checkOne(db, { companyId, id, now }));
  return findings.length > 0
    ? findings
    : [ok('directory', 'No directory waits for an approval, is refused or has stopped')];
}

function checkOne(
  db: Database,
  { companyId, id, now }: { companyId: number; id: string; now: number },
): Finding[] {
  const { tokens, waiting, refusals, people, last_contact_at } = db.do(
    showDirectory(companyId, now),
  );
  const of = `--company ${id}`;
  const lately = refusals.filter(({ last_at }) => Date.parse(last_at) > now - DAY_MS).length;
  const isSilent =
    tokens > 0 &&
    people > 0 &&
    last_contact_at !== null &&
    Date.parse(last_contact_at) < now - SILENT_MS;
  return [
    ...(waiting > 0
      ? [
          warning(
            'directory',
            `The directory of ${id} may not deactivate ${pluralize(waiting, 'person', 'people')} without an approval`,
            `engaged scim show ${of}, then engaged scim approve ${of}`,
          ),
        ]
      : []),
    ...(lately > 0
      ? [
          warning(
            'directory',
            `The directory of ${id} was refused ${pluralize(lately, 'person', 'people')} within a day`,
            `engaged scim show ${of}`,
          ),
        ]
      : []),
    ...(isSilent
      ? [
          warning(
            'directory',
            `The directory of ${id} was last heard of at ${last_contact_at}`,
            'Look whether its provisioning is switched on there',
          ),
        ]
      : []),
  ];
}
