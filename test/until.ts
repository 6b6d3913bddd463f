import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits for what another process or thread does. It asks every few milliseconds, and so leaves the processor to what it waits for.
 * A moment that passes by itself may be missed.
 */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(5);
}
