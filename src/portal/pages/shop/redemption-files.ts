import type { RedemptionStatus } from '../../../domain/redemption.ts';
import type { RedemptionOfPerson } from '../../../store/shop/redemptions.ts';
import { FILE_PART, inParts, listFiles, partOf } from '../list-files.ts';
import { READERS } from '../roles.ts';
import { firstPlace, listOf, readPart } from './redemptions.ts';

/** The redemptions in a state, as those who pay out or hand out need them. */
export const redemptionsFiles = listFiles<'/redemptions', RedemptionOfPerson>({
  path: '/redemptions',
  roles: READERS,
  columns: [
    { name: (t) => t.redemptions.person, value: ({ name }) => name },
    { name: (t) => t.people.email, value: ({ email }) => email },
    { name: (t) => t.people.externalId, value: ({ externalId }) => externalId },
    { name: (t) => t.people.department, value: ({ departmentName }) => departmentName },
    { name: (t) => t.redemptions.item, value: ({ itemName }) => itemName },
    { name: (t) => t.redemptions.coins, value: ({ coinPrice }) => coinPrice },
    {
      name: (t) => t.redemptions.state,
      value: ({ status }, { t }) => t.redemptions.statuses[status as RedemptionStatus],
    },
    { name: (t) => t.people.reason, value: ({ reason }) => reason },
    {
      ...{ name: (t) => t.files.requested(t.format), dates: 'time' },
      value: ({ createdAt }, { t }) => t.format.isoTime(createdAt),
    },
    {
      ...{ name: (t) => t.files.lastChange(t.format), dates: 'time' },
      value: ({ updatedAt }, { t }) => t.format.isoTime(updatedAt),
    },
    { name: (t) => t.files.personId, value: ({ employeeId }) => employeeId },
    { name: (t) => t.files.id, value: ({ id }) => id },
  ],
  open: (call) => {
    const status = listOf(call);
    return {
      file: `${call.t.files.names.redemptions[status]}-${call.t.format.isoDay(call.now)}`,
      sheet: call.t.redemptions.lists[status],
      parts: inParts(firstPlace(status), (place) =>
        partOf(readPart(call, status, { place, count: FILE_PART }), ({ entry }) => entry),
      ),
    };
  },
});
