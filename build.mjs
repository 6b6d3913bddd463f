// Bundles the whole program (server, command line, worker threads, SQL) into dist/engaged.mjs, or the file that is named. and the client for
// other programs into dist/client.mjs with its types beside it.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
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

// The two modules that look for files beside them are replaced: one by the text of sql/, one by the bundle itself.
const insideOneFile = {
  name: 'inside-one-file',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]store[/\\]sql-files\.ts$/ }, () => ({
      contents: `
        export const migrationFiles = ${JSON.stringify(sqlFolder('migrations'))};
        export const queryFiles = ${JSON.stringify(sqlFolder('queries'))};
      `,
    }));
    onLoad({ filter: /[/\\]worker[/\\]entry\.ts$/ }, () => ({
      contents: 'export const workerEntry = new URL(import.meta.url);',
    }));
  },
};

// A static import of a module of Node's runs at start, and reads every one of its exports: for node:http that alone
// loads Node's fetch, 40 ms. Asked for with require, it is loaded when first used.
const builtinsWhenNeeded = {
  name: 'builtins-when-needed',
  setup({ onResolve, onLoad }) {
    const names = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`)]);
    onResolve({ filter: /^[\w:/]+$/ }, ({ path, kind }) =>
      names.has(path) && kind !== 'require-call' ? { path, namespace: 'builtin' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};

// What listhen brings along for development servers: certificates, tunnels, watching files, codes for phones. Of all
// that it does, the service has itself put on a port, so these are left out.
const UNUSED =
  /^(?:node-forge|jiti|untun|uqr|tinyclip|crossws(?:\/.*)?|@parcel\/watcher(?:-wasm)?)$/;
const withoutUnused = {
  name: 'without-unused',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: UNUSED }, ({ path }) => ({ path, namespace: 'unused' }));
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
  },
};

await build({
  absWorkingDir: import.meta.dirname,
  // The threads of the server run this same file.
  stdin: {
    contents: `
      import { isServingThread, serveThread } from './src/worker/thread.ts';
      if (isServingThread()) serveThread();
      else await import('./src/cli/main.ts');
    `,
    resolveDir: import.meta.dirname,
    sourcefile: 'bundle.ts',
    loader: 'ts',
  },
  outfile: process.argv[2] ?? 'dist/engaged.mjs',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node22.14',
  external: ['better-sqlite3'],
  plugins: [insideOneFile, builtinsWhenNeeded, withoutUnused],
  define: { ENGAGED_VERSION: JSON.stringify(version) },
  // Some bundled packages are CommonJS and ask for Node's own modules with require.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
  legalComments: 'none',
  logLevel: 'info',
});

await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: ['src/client/client.ts'],
  outfile: 'dist/client.mjs',
  bundle: true,
  // Nothing of Node's: it runs wherever there is fetch.
  platform: 'neutral',
  format: 'esm',
  target: ['node20', 'es2023'],
  legalComments: 'none',
  logLevel: 'info',
});

// Types are written file by file. Their imports keep the ending of the sources, which only our own compiler is told to
// accept.
const typesFolder = new URL('dist/client/', import.meta.url);
rmSync(typesFolder, { recursive: true, force: true });
execFileSync(
  process.execPath,
  [
    fileURLToPath(new URL('node_modules/typescript/bin/tsc', import.meta.url)),
    '--project',
    'tsconfig.client.json',
  ],
  { cwd: import.meta.dirname, stdio: 'inherit' },
);
for (const file of readdirSync(typesFolder)) {
  const types = readFileSync(new URL(file, typesFolder), 'utf8');
  writeFileSync(new URL(file, typesFolder), types.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
}
