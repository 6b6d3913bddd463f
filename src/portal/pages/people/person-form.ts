import { DETAILS, mapDetails } from '../../../domain/roster/fields.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import { defineForm, type Values } from '../../forms/form.ts';
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

export const personForm = defineForm({
  ...{ id: 'person', fields: PERSON_FIELDS },
  texts: (t) => ({ button: t.forms.save, fields: fieldTexts(t) }),
});

/** What is on record of a person. */
export const valuesOf = (person: EmployeeRow): Values<typeof PERSON_FIELDS> => ({
  name: person.givenName,
  email: person.email,
  external_id: person.externalId,
  department: person.departmentId,
  ...mapDetails((field) => person[field]),
});
