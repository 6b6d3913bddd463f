import type { TextProblem } from '../../../domain/roster/read-roster.ts';
import type { RowErrorCode, RowWarningCode } from '../../../domain/roster/types.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { format, number, plural } from './words.ts';

const MOST_DOMAINS = 10;

/** The first of many domains. */
export const listedDomains = (names: readonly string[]): string => {
  const more = names.length - MOST_DOMAINS;
  return format.allOf([
    ...names.slice(0, MOST_DOMAINS),
    ...(more > 0 ? [`${number(more)} more`] : []),
  ]);
};

/** Why rows of a roster fail, and which ones are worth a look. */
export const previewRows = {
  line: 'Line',
  person: 'Person',
  why: 'Why',
  rowsFail: ({ count }: { count: number }) =>
    plural(count, {
      one: `${number(count)} row fails and stops nothing else`,
      other: `${number(count)} rows fail and stop nothing else`,
    }),
  rowsToLookAt: ({ count }: { count: number }) =>
    plural(count, {
      one: `${number(count)} row is worth a look`,
      other: `${number(count)} rows are worth a look`,
    }),
  /** Why a row failed or is worth a look. */
  rowCodes: {
    validation_failed: 'The row cannot be used.',
    duplicate_external_id: 'Another row has the same external ID.',
    duplicate_email: 'Another row has the same email.',
    email_domain_not_allowed: 'The email is not on one of the company’s sign-in domains.',
    external_id_mismatch: 'The email belongs to somebody with another external ID.',
    managed_in_portal: 'The person is managed here. Reactivate them on their page.',
    deactivated_in_portal: 'The person was deactivated by hand. Reactivate them on their page.',
    unknown_department: 'No department has this code, and the row has no name to create one with.',
    department_conflict: 'The code and the name do not mean exactly one department.',
    sandbox_limit_reached: 'The sandbox is full.',
    department_limit_reached: 'The company has as many active departments as it can have.',
    conflict: 'The person was changed in the meantime. Make the preview again.',
    batch_aborted: 'Not attempted, because too many rows before this one failed.',
    email_matches_other_employee:
      'The email belongs to somebody without an external ID, who is left alone.',
    department_moved_to_top_level:
      'The department is restored at the top level, because the one above it is archived.',
  } satisfies Record<RowErrorCode | RowWarningCode, string>,
  rowDomain: ({ domains }: { domains: readonly string[] }) =>
    `The email is not on one of the company’s sign-in domains: ${listedDomains(domains)}.`,
  /** What is wrong with a field of a row. */
  rowProblems: {
    empty: ({ field }: { field: string; max: number }) => `${field} is empty.`,
    too_long: ({ field, max }: { field: string; max: number }) =>
      `${field} has more than ${number(max)} characters.`,
    unstorable: ({ field }: { field: string; max: number }) =>
      `${field} has characters that cannot be kept.`,
    no_email: ({ field }: { field: string; max: number }) => `${field} is no email address.`,
    no_day: ({ field }: { field: string; max: number }) =>
      `${field} is no day, such as 2026-11-16.`,
  } satisfies Record<TextProblem, unknown>,
  holder: ({ person }: { person: Html }) => html`${person} has the email.`,
  holderDeactivated: ({ person }: { person: Html }) => html`${person} has the email, deactivated.`,
  withId: ({ person, id }: { person: Html; id: string }) => html`${person} (${id})`,
};
