import { Sender } from '../service/webhooks/sender.ts';
import { parseAllowedTargets } from '../service/webhooks/target.ts';
import { openAnother } from '../store/data.ts';
import type { DataFilePlace } from '../store/files/data-file-place.ts';
import { Deliverer, type RenderChat } from './deliverer.ts';
import { openInPlace } from './open-in-place.ts';

/** The start data of the thread that delivers events. */
export type DelivererData = {
  engagedRole: 'deliverer';
  file: string;
  place: DataFilePlace | null;
  webhookAllow: readonly string[];
};

/** Deliveries read each row once, in order, so a larger cache would not help; in MiB. */
const CACHE_MIB = 2;

/** The tasks of the thread that delivers events. */
export type DelivererTasks = ReturnType<typeof openDeliverer>['tasks'];

/**
 * Opens the data for deliveries.
 *
 * @param clock in milliseconds UTC
 */
export function openDeliverer(
  { file, place, webhookAllow }: DelivererData,
  renderChat: RenderChat,
  clock: () => number,
) {
  const open = () => openAnother(file, { write: false, cacheMegabytes: CACHE_MIB });
  const db = openInPlace(place, open);
  const sender = new Sender({ allowed: parseAllowedTargets(webhookAllow) });
  const deliverer = new Deliverer({ db, sender, renderChat, clock });
  const tasks = {
    /** Waits for attempts to deliver events. Those of the call before have been recorded. */
    collectDeliveries: () => deliverer.collect(),
    /** Ends the deliveries and returns the last attempts. */
    drainDeliveries: () => deliverer.drain(),
  };
  return { tasks, close: () => db.close() };
}
