import { readFileSync } from 'node:fs';

/** What Linux counts in, on every machine. */
const TICKS_PER_SECOND = 100;

/** The processor time of this process and of those that it has seen end, in seconds. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childrenSeconds();
}

/** The processor time of the processes that this one has seen end, and of those that these have; 0 where only Linux tells. */
export function childrenSeconds(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The name of the program, in brackets, may hold spaces.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(13, 15);
    return (Number(user) + Number(system)) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
