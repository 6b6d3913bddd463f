// Loaded into a measured command before anything else: its last line on standard error is the largest resident size that
// the process had, in KiB.
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('exit', () => writeSync(2, `\n${process.resourceUsage().maxRSS}\n`));
}
