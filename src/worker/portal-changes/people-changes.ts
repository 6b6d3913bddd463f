import * as v from 'valibot';
import { ROLES } from '../../domain/portal-role.ts';
import { mapDetails } from '../../domain/roster/fields.ts';
import { awardBadge, revokeBadge } from '../../service/badges/badges.ts';
import {
  addEmployee,
  deactivateEmployee,
  reactivateEmployee,
  updateEmployee,
} from '../../service/people/employees.ts';
import { keepingOwner, requireMayChangeAccess } from '../../service/portal/accounts.ts';
import { printCard, printCards } from '../../service/portal/cards.ts';
import {
  inviteOne,
  invitePeople,
  requireMayChangeEmail,
} from '../../service/portal/invitations.ts';
import { keepEmployee } from '../../service/roster/sync/kept-people.ts';
import { awardXpByHand, grantCoinsByHand } from '../../service/xp/ask-above.ts';
import { change, text } from './change.ts';

/** The role of whoever asks for it. */
const by = v.picklist(ROLES);

/** Who makes a link or card for a person, and which one they saw. */
const byWhom = { by, seen: v.nullable(v.number()) };

/** An entry of a ledger by hand. */
const entry = {
  ...{ employee: text, amount: v.number(), reason: text, once: text },
  repeated: v.nullable(v.number()),
};

const field = v.nullable(text);

const record = {
  name: field,
  email: text,
  external_id: field,
  department: field,
  ...mapDetails(() => field),
};

/** Fields of a person as the service takes them. */
const toInput = <T extends { name?: string | null | undefined }>({ name, ...rest }: T) => ({
  ...rest,
  ...(name !== undefined && { given_name: name }),
});

/** What is done about one person. */
export const PEOPLE_CHANGES = {
  addEmployee: change(v.object(record), (write, person, { sandboxLimit }) =>
    addEmployee(write, toInput(person), sandboxLimit),
  ),
  updateEmployee: change(
    v.object({
      ...{ employee: text, by },
      ...{ changes: v.partial(v.object(record)), seen: v.partial(v.object(record)) },
    }),
    (write, { employee, by, changes, seen }) => {
      requireMayChangeAccess(write, employee, by);
      if (changes.email !== undefined) requireMayChangeEmail(write, employee, by);
      return updateEmployee(write, employee, toInput(changes), toInput(seen));
    },
  ),
  correctXp: change(
    v.object({ ...entry, at: v.optional(v.number()) }),
    (write, { employee, repeated, ...award }) => awardXpByHand(write, employee, award, repeated),
  ),
  correctCoins: change(v.object(entry), (write, { employee, repeated, ...grant }) =>
    grantCoinsByHand(write, employee, grant, repeated),
  ),
  awardBadge: change(v.object({ employee: text, code: text }), (write, { employee, code }) =>
    awardBadge(write, employee, code),
  ),
  revokeBadge: change(v.object({ employee: text, code: text }), (write, { employee, code }) =>
    revokeBadge(write, employee, code),
  ),
  deactivateEmployee: change(
    v.object({ employee: text, reason: text, by }),
    (write, { employee, reason, by }) => {
      requireMayChangeAccess(write, employee, by);
      return keepingOwner(write, () => deactivateEmployee(write, employee, reason));
    },
  ),
  invitePeople: change(
    v.object({
      ...{ department: v.optional(text), numbers: v.optional(v.array(v.number())) },
      ...{ days: v.number(), again: v.boolean(), by },
    }),
    (write, { by, ...invited }) => ({ people: invitePeople(write, invited, by) }),
  ),
  printCards: change(
    v.object({
      ...{ department: v.optional(text), numbers: v.optional(v.array(v.number())) },
      ...{ again: v.boolean(), by },
    }),
    (write, { by, ...printed }) => ({ people: printCards(write, printed, by) }),
  ),
  printCard: change(v.object({ employee: text, ...byWhom }), (write, { employee, ...whom }) =>
    printCard(write, employee, whom),
  ),
  inviteOne: change(
    v.object({ employee: text, days: v.number(), ...byWhom }),
    (write, { employee, ...invited }) => inviteOne(write, employee, invited),
  ),
  keepEmployee: change(v.object({ employee: text }), (write, { employee }) =>
    keepEmployee(write, employee),
  ),
  reactivateEmployee: change(v.object({ employee: text, by }), (write, { employee, by }) => {
    requireMayChangeAccess(write, employee, by);
    return reactivateEmployee(write, employee);
  }),
};
