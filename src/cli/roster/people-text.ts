import { pluralize } from '../../domain/number-text.ts';
import { escapeControl } from '../output/terminal.ts';

const PEOPLE_NAMED = 10;

/** Somebody on record; a service gives no names. */
type Person = { external_id: string | null; name?: string | null; email: string | null };

/** A person in a line of text: name, or email without one, and external id. */
export const describePerson = ({ external_id, name, email }: Person): string => {
  const called = escapeControl(name ?? email ?? 'Former member');
  return external_id === null ? called : `${called} (${escapeControl(external_id)})`;
};

/** The first people of a list, a line each, and the number of the others. */
export function listPeople(people: readonly Person[], total: number): string[] {
  const named = people.slice(0, PEOPLE_NAMED);
  const more = total - named.length;
  return [
    ...named.map((person) => `  ${describePerson(person)}`),
    ...(more > 0 ? [`  and ${pluralize(more, 'other', 'others')}`] : []),
  ];
}
