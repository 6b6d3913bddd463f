import type { Messages } from '../en.ts';

export const details: Messages['people']['details'] = {
  job_title: 'Position',
  first_day: 'Erster Arbeitstag',
};

export const fields: Messages['fields'] = {
  external_id: 'Personalnummer',
  email: 'E-Mail',
  first_name: 'Vorname',
  last_name: 'Nachname',
  department_external_id: 'Abteilungscode',
  department_name: 'Abteilung',
  ...details,
  name: 'Voller Name',
};

export const changes: Messages['changes'] = {
  title: 'Änderungen nach Person',
  person: 'Person',
  change: 'Änderung',
  kinds: {
    created: 'angelegt',
    updated: 'geändert',
    deactivated: 'deaktiviert',
    reactivated: 'reaktiviert',
  },
  fields: { ...fields, name: 'Name', department: 'Abteilung', deactivated_at: 'Status' },
  active: 'aktiv',
  deactivatedOn: ({ day }) => `deaktiviert ${day}`,
  nothing: 'nichts',
  becomes: 'wird zu',
};
