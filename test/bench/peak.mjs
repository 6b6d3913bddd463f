// Preloaded into a measured command: its last line on stderr is the largest resident size of the process, in
// KiB.
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('exit', () => writeSync(2, `\n${process.resourceUsage().maxRSS}\n`));
}
