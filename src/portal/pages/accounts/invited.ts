import type { Html } from '../../../http/response/html.ts';
import type { Call } from '../../request/call.ts';
import { findSelected, isSelection, readSelected, selectedIn } from '../people/selected.ts';

/** Most people of a selection who are invited together. */
const MAX_SELECTED = 5_000;

/** The numbers of the people whom the list of people selected; undefined where it selected nobody. */
export async function numbersOfSelected(
  call: Call,
  sent: Parameters<typeof readSelected>[0],
  department: string | null,
): Promise<number[] | undefined> {
  const selected = readSelected(sent);
  if (!isSelection(selected)) return undefined;
  return findSelected(call, { ...selected, department, holders: null }, MAX_SELECTED);
}

/** What a form sends along of the selection that an address has. */
export function selectedValues(asked: URLSearchParams) {
  const { search: q, withRole } = selectedIn(asked);
  return {
    ...{ q, role: withRole ? 'any' : '', person: asked.getAll('person') },
    department: asked.get('department'),
  };
}

/** Who is selected, in words. */
export function whomSelected({ t }: Call, asked: URLSearchParams): string | Html {
  const selected = selectedIn(asked);
  return selected.ids ? t.given.ticked({ count: selected.ids.length }) : t.given.selected(selected);
}
