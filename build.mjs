// Bundles the whole program (server, command line, worker threads, SQL) into dist/engaged.mjs.
import { readdirSync, readFileSync } from 'node:fs';
import { build } from 'esbuild';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

const sqlFolder = (name) =>
  readdirSync(new URL(`sql/${name}/`, import.meta.url))
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      name: file.slice(0, -4),
      text: readFileSync(new URL(`sql/${name}/${file}`, import.meta.url), 'utf8'),
    }));

// The one module that reads sql/ from disk is replaced by its result.
const inlinedSql = {
  name: 'inlined-sql',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]store[/\\]sql-files\.ts$/ }, () => ({
      contents: `
        export const migrationFiles = ${JSON.stringify(sqlFolder('migrations'))};
        export const queryFiles = ${JSON.stringify(sqlFolder('queries'))};
      `,
    }));
  },
};

await build({
  absWorkingDir: new URL('.', import.meta.url).pathname,
  entryPoints: ['src/cli/main.ts'],
  outfile: 'dist/engaged.mjs',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node22.14',
  external: ['better-sqlite3'],
  plugins: [inlinedSql],
  define: { ENGAGED_VERSION: JSON.stringify(version) },
  // Some bundled packages are CommonJS and ask for Node's own modules with require.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  legalComments: 'none',
  logLevel: 'info',
});
