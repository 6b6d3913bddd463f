import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const SRC = join(import.meta.dirname, '..', '..', 'src');

/** The declaration of a statement, whose arguments are of no matter here and would keep it in the bundle. */
const DECLARATION = /= (?:one|many|exec)\(\s*('[^']+')[\s\S]*?\);\n/g;

/**
 * The names of the statements that these modules call themselves, and by functions of other modules: what a bundler keeps
 * that leaves out all declarations that nothing refers to. What they ask another thread to do they do not import.
 *
 * @param modules a pattern of paths in `src/`
 */
export async function statementsOf(modules: RegExp): Promise<Set<string>> {
  const paths = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && modules.test(path));
  const { outputFiles } = await build({
    stdin: {
      contents: paths.map((path, i) => `export * as m${i} from './${path}';`).join('\n'),
      resolveDir: SRC,
    },
    ...{ bundle: true, format: 'esm', platform: 'node', packages: 'external', write: false },
    // An upgrade of the data, which nobody who sends a request waits for, is imported where data is opened.
    external: ['*/migration-steps.ts'],
    logLevel: 'error',
    plugins: [
      {
        name: 'names-of-statements',
        setup({ onLoad }) {
          onLoad({ filter: /[/\\]src[/\\]store[/\\].*\.ts$/ }, ({ path }) => ({
            contents: readFileSync(path, 'utf8').replace(DECLARATION, '= $1;\n'),
            loader: 'ts',
          }));
        },
      },
    ],
  });
  const texts = outputFiles.map(({ text }) => text);
  const names = texts.flatMap((text) => [...text.matchAll(/= "([\w-]+\/\w+)"/g)]);
  return new Set(names.map(([, name = '']) => name));
}
