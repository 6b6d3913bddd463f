import { randomBytes } from 'node:crypto';
import { getPriority, setPriority } from 'node:os';
import { promisify } from 'node:util';

/**
 * How far threads stand back from the main thread when processors are scarce, as a niceness. Beside a main thread that
 * fully uses a processor, changes still get a quarter of it and pages a tenth.
 *
 * The lower the priority of pages, the less often the system lets one run to the end of its time slice before a request
 * of the API that arrives meanwhile. With 19 pages would take half a second beside such a main thread.
 */
export const NICENESS = { changes: 5, pages: 10 };

/**
 * Gives the main thread priority over this one when processors are scarce. Only Linux has priorities for single threads
 * (setpriority(2), "C library/kernel differences"); elsewhere this would slow the whole process down.
 */
export function lowerPriority(niceness: number): void {
  if (process.platform !== 'linux') return;
  try {
    // Raising the priority again needs a privilege.
    if (getPriority() < niceness) setPriority(niceness);
  } catch {
    // If the system forbids it, both share the processor.
  }
}

/**
 * Starts Node's pool of threads, for passwords, files and names of hosts. Its threads have the priority of the thread that
 * first uses the pool, for good: so that must not be one that stands back.
 */
export async function startThreadPool(): Promise<void> {
  await promisify(randomBytes)(1);
}
