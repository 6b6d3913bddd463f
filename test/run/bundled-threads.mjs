// Loaded before a test file: its threads run the bundles beside ENGAGED_TEST_PROGRAM, which start in a quarter of the time.
import { registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { THREADS } from '../../threads.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
const folder = dirname(process.env.ENGAGED_TEST_PROGRAM);

const sources = new Map(
  THREADS.map(({ bundle, starter, start }) => {
    const file = JSON.stringify(join(folder, `${bundle}.mjs`));
    return [
      pathToFileURL(join(ROOT, starter)).href,
      `import { Worker } from 'node:worker_threads';
       export const ${start} = (options) => new Worker(${file}, { ...options, execArgv: [] });`,
    ];
  }),
);

registerHooks({
  load(url, context, nextLoad) {
    const source = sources.get(url.split('?')[0]);
    return source === undefined
      ? nextLoad(url, context)
      : { format: 'module', source, shortCircuit: true };
  },
});
