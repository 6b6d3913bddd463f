import { isoTime } from '../../domain/iso-time.ts';
import type { JsonObject } from '../../domain/scim/attributes.ts';
import type { Database } from '../../store/database.ts';
import * as scimDirectory from '../../store/scim/scim-directory.ts';
import * as scimGroups from '../../store/scim/scim-groups.ts';
import * as scimUsers from '../../store/scim/scim-users.ts';

/** What the directory of a company says of a person, the groups of it that they are in, and what was refused. */
export function exportFromDirectory(
  db: Database,
  { companyId, number, id }: { companyId: number; number: number; id: string },
) {
  const user = db.one(scimUsers.findOf, { companyId, number });
  return {
    directory: (user ? [user] : []).map((row) => ({
      attributes: JSON.parse(row.attributes) as JsonObject,
      created_at: isoTime(row.createdAt),
      modified_at: isoTime(row.modifiedAt),
      held_back_since: isoTime(row.heldAt),
    })),
    directory_groups: db
      .all(scimGroups.listOfPerson, { companyId, number })
      .map(({ name }) => name)
      .sort(),
    directory_refusals: db
      .all(scimDirectory.listRefusals, { companyId })
      .filter(({ employeeId }) => employeeId === id)
      .map(({ reason, userName, firstAt, lastAt, times }) => ({
        ...{ reason, user_name: userName, times },
        ...{ first_at: isoTime(firstAt), last_at: isoTime(lastAt) },
      })),
  };
}
