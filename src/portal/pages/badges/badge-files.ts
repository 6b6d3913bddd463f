import type { ActiveHolder } from '../../../store/badges/badges.ts';
import * as badges from '../../../store/badges/badges.ts';
import { FILE_PART, inParts, listFiles, partOf } from '../list-files.ts';
import { READERS } from '../roles.ts';
import { requireBadge } from './badge.ts';

/** Who holds a badge. */
export const holdersFiles = listFiles<'/badges/:code/holders', ActiveHolder>({
  path: '/badges/:code/holders',
  roles: READERS,
  columns: [
    { name: (t) => t.people.name, value: ({ name }) => name },
    { name: (t) => t.people.email, value: ({ email }) => email },
    { name: (t) => t.people.externalId, value: ({ externalId }) => externalId },
    { name: (t) => t.people.department, value: ({ departmentName }) => departmentName },
    {
      ...{ name: (t) => t.files.awarded(t.format), dates: 'time' },
      value: ({ awardedAt }, { t }) => t.format.isoTime(awardedAt),
    },
    { name: (t) => t.files.personId, value: ({ id }) => id },
  ],
  open: (call) => {
    const { code, name } = requireBadge(call);
    const of = { companyId: call.company.companyId, code, count: FILE_PART };
    return {
      file: `${call.t.files.names.badge}-${code}`,
      sheet: name,
      parts: inParts(Number.MAX_SAFE_INTEGER, (before) =>
        partOf(
          call.services.db.all(badges.listActiveHolders, { ...of, before }),
          (last) => last.number,
        ),
      ),
    };
  },
});
