import * as v from 'valibot';
import type { CompanyWrite } from '../../service/company/company-write.ts';
import { editKudos, narrowKudos, withdrawKudos } from '../../service/kudos/change-kudos.ts';
import { giveKudos } from '../../service/kudos/give-kudos.ts';
import { reactToKudos, reportKudos } from '../../service/kudos/kudos-moderation.ts';
import { requireActiveEmployee } from '../../service/people/employee-records.ts';
import { change, text } from './change.ts';

const person = { employeeNumber: v.number() };
const viewer = { ...person, departmentNumber: v.nullable(v.number()) };
const post = { kudos: text };

const active = ({ db, companyId }: CompanyWrite, id: string) =>
  requireActiveEmployee(db, companyId, { employee_id: id });

/** What people do with thanks. Who does it is whoever is signed in. */
export const THANKS_CHANGES = {
  giveThanks: change(
    v.object({
      ...{ giver: text, to: v.array(text), points: v.number(), value: text, message: text },
      ...{ visibility: text, once: text },
    }),
    (write, { giver, to, once, ...order }) => {
      const people = { giver: active(write, giver), receivers: to.map((id) => active(write, id)) };
      const { kudos, allowance } = giveKudos(write, { ...order, ...people }, once);
      return { id: kudos.id, left: allowance.left };
    },
  ),
  editThanks: change(v.object({ ...person, ...post, message: text }), (write, it) => {
    editKudos(write, it.employeeNumber, it.kudos, it.message);
    return null;
  }),
  withdrawThanks: change(v.object({ ...person, ...post }), (write, it) => {
    withdrawKudos(write, it.employeeNumber, it.kudos);
    return null;
  }),
  narrowThanks: change(v.object({ ...person, ...post, visibility: text }), (write, it) => {
    narrowKudos(write, it.employeeNumber, it.kudos, it.visibility);
    return null;
  }),
  reactToThanks: change(
    v.object({ ...viewer, ...post, kind: text, on: v.boolean() }),
    (write, { employeeNumber: number, departmentNumber, kudos, kind, on }) => {
      reactToKudos(write, { number, departmentNumber }, kudos, { kind, on });
      return null;
    },
  ),
  reportThanks: change(
    v.object({ ...viewer, ...post, reason: text }),
    (write, { employeeNumber: number, departmentNumber, kudos, reason }) => {
      reportKudos(write, { number, departmentNumber }, kudos, reason);
      return null;
    },
  ),
};
