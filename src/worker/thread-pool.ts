import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

/**
 * Starts Node's pool of threads, for passwords, files and names of hosts. Its threads have the priority of the thread that
 * first uses the pool, for good: so that must not be one that stands back.
 */
export async function startThreadPool(): Promise<void> {
  await promisify(randomBytes)(1);
}
