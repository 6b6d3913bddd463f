import type { Slots } from '../../http/admission/slots.ts';
import type { PortalServices } from '../thread/services.ts';
import type { Answers } from './answers.ts';
import type { Repeats } from './repeats.ts';

/** What the pages and actions of the portal have in common. */
export type PortalContext = {
  services: PortalServices;
  answers: Answers;
  downloads: Slots;
  repeats: Repeats;
};
