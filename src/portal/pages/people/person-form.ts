import { DETAIL_NAMES, DETAILS, mapDetails } from '../../../domain/roster/fields.ts';
import { html } from '../../../http/response/html.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import { defineForm, type FieldText, type Values } from '../../forms/form.ts';
import { day, email, optional, pick, text } from '../../forms/kinds.ts';
import type { Messages } from '../../languages/en.ts';

/** What an operator sets of a person. */
const PERSON_FIELDS = {
  name: optional(text({ max: 255 })),
  email: email(),
  external_id: optional(text({ max: 255 })),
  department: optional(pick()),
  ...mapDetails((field) => {
    const { format, maxLength } = DETAILS[field];
    return optional(format === 'day' ? day() : text({ max: maxLength }));
  }),
};

const fieldTexts = ({ people }: Messages) => ({
  name: { label: people.name, hint: people.nameHint },
  email: people.email,
  external_id: { label: people.externalId, hint: people.externalIdHint },
  department: people.department,
  ...people.details,
});

export const newPersonForm = defineForm({
  ...{ id: 'person', fields: PERSON_FIELDS },
  texts: (t) => ({
    ...{ button: t.people.addThis, refused: t.people.nobodyAdded },
    fields: fieldTexts(t),
  }),
});

/** The fields that a roster replaces by what it says. */
const LED = ['department', ...Object.values(DETAIL_NAMES)] as const;

export const personForm = defineForm({
  ...{ id: 'person', layout: 'sections', fields: PERSON_FIELDS },
  groups: [['name', 'email', 'external_id'], LED],
  texts: (t) => ({
    button: t.forms.save,
    groups: [
      { title: t.people.who, text: t.people.whoText },
      { title: t.people.atWork, text: t.people.atWorkText },
    ],
    fields: fieldTexts(t),
  }),
});

/** What the fields of somebody on record say of the next roster. */
export function rosterTexts({ people }: Messages, person: EmployeeRow) {
  const { externalId, hasEmail, isAdmin, portalRole } = person;
  const isKept = isAdmin === 1 || portalRole !== null;
  const kept = isKept ? people.keptWithRole : people.keptByRoster;
  const led = (label: string): FieldText =>
    externalId === null
      ? label
      : {
          label: html`${label} <span class="chip">${people.led}</span>`,
          hint: people.ledHint,
        };
  return {
    name: { label: people.name, hint: `${people.nameHint} ${kept}` },
    email: { label: people.email, hint: hasEmail === 1 ? kept : people.untilEmail },
    department: led(people.department),
    ...mapDetails((field) => led(people.details[DETAIL_NAMES[field]])),
  };
}

/** What is on record of a person. */
export const valuesOf = (person: EmployeeRow): Values<typeof PERSON_FIELDS> => ({
  name: person.givenName,
  email: person.email,
  external_id: person.externalId,
  department: person.departmentId,
  ...mapDetails((field) => person[field]),
});
