import type { NamedDetails } from '../../../domain/roster/fields.ts';
import type { Mappable } from '../../../roster-file/names/kinds.ts';

/** What is on record about people besides their names, addresses and departments. */
export const details = {
  job_title: 'Job title',
  first_day: 'First day',
} satisfies Record<keyof NamedDetails, string>;

/** The same within a sentence. */
export const detailWords: readonly string[] = Object.values(details).map((name) =>
  name.toLowerCase(),
);

/** What the fields of a roster are called. */
export const fields = {
  external_id: 'External ID',
  email: 'Email',
  first_name: 'First name',
  last_name: 'Last name',
  department_external_id: 'Department code',
  department_name: 'Department',
  ...details,
  name: 'Full name',
} satisfies Record<Mappable, string>;

/** What a roster or a revert changes about people. */
export const changes = {
  title: 'Changes, person by person',
  person: 'Person',
  change: 'Change',
  kinds: {
    created: 'created',
    updated: 'updated',
    deactivated: 'deactivated',
    reactivated: 'reactivated',
  },
  fields: { ...fields, name: 'Name', department: 'Department', deactivated_at: 'State' },
  active: 'active',
  deactivatedOn: ({ day }: { day: string }) => `deactivated ${day}`,
  nothing: 'nothing',
  /** Screen readers alone say it; others see an arrow. */
  becomes: 'becomes',
};
