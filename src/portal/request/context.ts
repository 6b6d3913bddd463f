import type { Services } from '../../http/endpoint.ts';
import type { Slots } from '../../http/slots.ts';
import type { Answers } from './answers.ts';
import type { Repeats } from './repeats.ts';

/** What the pages and actions of the portal have in common. */
export type PortalContext = {
  services: Services;
  answers: Answers;
  downloads: Slots;
  repeats: Repeats;
};
