import { defineForm } from '../../forms/form.ts';
import { hidden, optional, pick } from '../../forms/kinds.ts';
import { readFilter } from '../../forms/read-form.ts';
import type { Call } from '../../request/call.ts';
import { placeIn } from '../../view/pager.ts';

export const FEED = '/thanks';

/** Whose thanks are shown: what somebody may see, what they got, or what they gave. */
export const SEGMENTS = ['everybody', 'for-me', 'from-me'] as const;
export type Segment = (typeof SEGMENTS)[number];

/** What the feed shows. Empty texts are no choice. */
export type FeedChoice = {
  segment: Segment;
  department: string;
  value: string;
  /** Where the page begins; undefined for the newest. */
  before: number | undefined;
};

export const feedForm = defineForm({
  ...{ id: 'feed', layout: 'bar' },
  fields: { of: hidden(), department: optional(pick()), value: optional(pick()) },
  texts: ({ thanks }) => ({
    button: thanks.show,
    fields: { department: thanks.department, value: thanks.value },
  }),
});

/** What the address asks for. */
export function choiceOf({ query, session }: Call): FeedChoice {
  const { of, department, value } = readFilter(feedForm, query);
  const asked = SEGMENTS.find((one) => one === of);
  const segment = (session.employeeId !== null && asked) || 'everybody';
  return {
    segment,
    // Of what somebody gave or got themselves, all is shown.
    department: (segment === 'everybody' && department) || '',
    value: value ?? '',
    before: placeIn(query),
  };
}

/** The address of the feed with a choice. */
export function addressOf({ href }: Call, choice: Partial<FeedChoice>): string {
  const { segment = 'everybody', department, value, before } = choice;
  const query = new URLSearchParams({
    ...(segment !== 'everybody' && { of: segment }),
    ...(department && { department }),
    ...(value && { value }),
    ...(before !== undefined && { before: String(before) }),
  }).toString();
  return href(FEED) + (query === '' ? '' : `?${query}`);
}
