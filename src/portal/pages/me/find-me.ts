import type { EmployeeRow } from '../../../store/people/employees.ts';
import type { Call } from '../../request/call.ts';
import type { Screen } from '../../request/outcome.ts';
import { emptyPanel } from '../../view/panel.ts';
import { findPerson } from '../audit/decisions.ts';

/** The employee who is signed in, as on record now; undefined for an account without one. */
export const findMe = ({ services, company, session }: Call): EmployeeRow | undefined =>
  session.employeeId === null
    ? undefined
    : findPerson(services.db, company.companyId, session.employeeId);

/** What an account without an employee sees in place of their page. */
export const noEmployee = ({ t }: Call): Screen => ({
  title: t.me.title,
  body: emptyPanel({
    icon: 'person',
    title: t.me.noPage,
    isWholePage: true,
    text: t.me.noPageText,
  }),
});
