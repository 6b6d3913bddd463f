// node build.mjs            the program (server, command line, SQL) in dist/engaged.mjs, its worker threads in
//                           dist/worker.mjs, the thread that reads a roster in dist/roster.mjs, the pages of the portal in
//                           dist/portal.mjs, the thread that sends mail in dist/mail.mjs, connections to PostgreSQL in
//                           dist/postgres.mjs, the languages besides English in dist/languages.mjs, and the client for
//                           other programs in dist/client.mjs with its types
// node build.mjs FOLDER     only the program, into that folder
// node build.mjs --binary   the program with this Node and SQLite in one executable, dist/engaged

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { extname, parse } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { inject } from 'postject';
import { THREADS } from './threads.mjs';

const [folder] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

// What `src/store/files/read-text.ts` reads beside a module, written into it.
const READS = /\bread(Text|Folder)\(\s*new URL\('([^']+)', import\.meta\.url\),?\s*\)/g;
const withTexts = {
  name: 'with-texts',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const contents = source.replace(READS, (_, what, place) => {
        const at = new URL(place, pathToFileURL(path));
        const textOf = (url) => readFileSync(url, 'utf8');
        if (what === 'Text') return JSON.stringify(textOf(at));
        const files = readdirSync(at, { recursive: true }).filter((file) => extname(file) !== '');
        const toNamed = (file) => ({ name: parse(file).name, text: textOf(new URL(file, at)) });
        return JSON.stringify(files.sort().map(toNamed));
      });
      return contents === source ? undefined : { contents, loader: 'ts' };
    });
  },
};

// The modules that start a thread from its source start its bundle instead. @param workerOf what starts the bundle of a name
const withThreads = (imports, workerOf) => ({
  name: 'with-threads',
  setup({ onLoad }) {
    for (const { bundle, starter, start } of THREADS) {
      // Paths are those of the machine that builds.
      const path = starter.replaceAll('.', '\\.').replaceAll('/', '[/\\\\]');
      onLoad({ filter: new RegExp(`[/\\\\]${path}$`) }, () => ({
        contents: `${imports} export const ${start} = (options) => ${workerOf(bundle)};`,
      }));
    }
  },
});

// Languages are read where they are used. @param load what gives the exports of their bundle
const withLanguages = (load) => ({
  name: 'with-languages',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]src[/\\]portal[/\\]languages[/\\]load-others\.ts$/ }, () => ({
      contents: `export const loadOthers = async () => (${load}).OTHERS;`,
    }));
  },
});

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

// What pg can use instead of its own, and what listhen brings along for development servers: certificates, tunnels,
// watching files, codes for phones. Of all that it does, the service has itself put on a port, so these are left out. So is
// what h3 makes a request and a response of Node's fetch with.
const UNUSED =
  /^(?:srvx(?:\/.*)?|pg-native|pg-cloudflare|node-forge|jiti|untun|uqr|tinyclip|crossws(?:\/.*)?|@parcel\/watcher(?:-wasm)?|consola\/utils)$/;
const withoutUnused = {
  name: 'without-unused',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: UNUSED }, ({ path }) => ({ path, namespace: 'unused' }));
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
    // Two of its constants would have every start wait for Node's fetch, whose classes they extend.
    onLoad({ filter: /[/\\]h3[/\\]dist[/\\]response\.mjs$/ }, ({ path }) => ({
      contents: `class Headers {}\n${readFileSync(path, 'utf8')}`,
    }));
    // Its warnings need no library of their own.
    onLoad({ filter: /[/\\]consola[/\\]dist[/\\]index\.mjs$/ }, () => ({
      contents: 'const log = console; export { log as consola, log as default };',
    }));
  },
};

// The executable is a build of its own, which this one leaves.
const EXECUTABLES = ['engaged', 'engaged.exe'];
const dist = new URL('dist/', import.meta.url);
if (!folder && existsSync(dist)) {
  for (const name of readdirSync(dist).filter((name) => !EXECUTABLES.includes(name)))
    rmSync(new URL(name, dist), { recursive: true });
}

const program = {
  absWorkingDir: import.meta.dirname,
  // A thread compiles all of its file, so the threads have a smaller one of their own.
  entryPoints: {
    engaged: 'src/cli/main.ts',
    ...Object.fromEntries(THREADS.map(({ bundle, main }) => [bundle, main])),
    languages: 'src/portal/languages/others.ts',
  },
  outdir: folder ?? 'dist',
  bundle: true,
  platform: 'node',
  target: 'node22.14',
  define: { ENGAGED_VERSION: JSON.stringify(version) },
  legalComments: 'none',
  // A fifth less to read and compile at every start. Names stay, for stack traces.
  minifyWhitespace: true,
  lineLimit: 200,
  logLevel: 'info',
  metafile: true,
};

if (folder === '--binary') {
  await buildBinary();
  process.exit();
}

const { metafile } = await build({
  ...program,
  outExtension: { '.js': '.mjs' },
  format: 'esm',
  external: ['better-sqlite3'],
  plugins: [
    withThreads(
      "import { Worker } from 'node:worker_threads';",
      (name) => `new Worker(new URL('${name}.mjs', import.meta.url), options)`,
    ),
    withLanguages("await import(new URL('languages.mjs', import.meta.url).href)"),
    withTexts,
    builtinsWhenNeeded,
    withoutUnused,
  ],
  // Some bundled packages are CommonJS and ask for Node's own modules with require.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
});

if (folder) process.exit();

// The licences of what is inside ask to be passed on with it.
const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+\//;
const packages = new Set(Object.keys(metafile.inputs).flatMap((file) => PACKAGE.exec(file) ?? []));
const licences = [...packages].sort().map((folder) => {
  const at = new URL(folder, import.meta.url);
  const { name, version, license } = JSON.parse(readFileSync(new URL('package.json', at), 'utf8'));
  const file = readdirSync(at).find((name) => /^licen[cs]e/i.test(name));
  const text = file ? readFileSync(new URL(file, at), 'utf8').trim() : `Licence: ${license}`;
  return `${name} ${version}\n\n${text}\n`;
});
writeFileSync(
  new URL('dist/LICENSES.txt', import.meta.url),
  `${Object.keys(program.entryPoints)
    .map((name) => `dist/${name}.mjs`)
    .join(', ')} contain these packages.\n\n${licences.join(`\n${'-'.repeat(80)}\n\n`)}`,
);

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
// accept, and the way to those that are made of the description.
const run = (...argv) =>
  execFileSync(process.execPath, argv, { cwd: import.meta.dirname, stdio: 'inherit' });
run('--import', 'tsx', 'client-types.ts');
run('node_modules/typescript/bin/tsc', '--project', 'src/client/tsconfig.json');
// What the client shares with the service is inside of it and nobody else's to call.
const allTypes = new URL('types/', dist);
const typesFolder = new URL('client/', dist);
renameSync(new URL('src/client/', allTypes), typesFolder);
renameSync(new URL('generated/api-types.d.ts', allTypes), new URL('api-types.d.ts', typesFolder));
rmSync(allTypes, { recursive: true });
for (const file of readdirSync(typesFolder)) {
  const types = readFileSync(new URL(file, typesFolder), 'utf8');
  writeFileSync(
    new URL(file, typesFolder),
    types.replaceAll(/from '(?:\.\.\/\.\.\/generated|\.)\/([^']*)\.ts'/g, "from './$1.js'"),
  );
}

// Node's single executable: its own binary with our text put into it. Text in an executable has no path to start a
// thread from, and SQLite no place to be found at, so both are carried along as assets.
async function buildBinary() {
  const at = (name) => fileURLToPath(new URL(name, import.meta.url));
  const { getPrebuildPath } = createRequire(import.meta.url)(
    at('node_modules/better-sqlite3/lib/binding.js'),
  );
  const sqliteInside = {
    name: 'sqlite-inside',
    setup({ onLoad }) {
      onLoad({ filter: /[/\\]better-sqlite3[/\\]lib[/\\]binding\.js$/ }, () => ({
        contents: `exports.getBinding = require(${JSON.stringify(at('src/store/sqlite/embedded-addon.ts'))}).loadEmbeddedAddon;`,
      }));
    },
  };
  await build({
    ...program,
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    define: { ...program.define, 'import.meta.url': '""' },
    plugins: [
      withThreads(
        "import { getAsset } from 'node:sea'; import { Worker } from 'node:worker_threads';",
        (name) => `new Worker(getAsset('${name}.cjs', 'utf8'), { ...options, eval: true })`,
      ),
      withLanguages(
        "(({ getAsset }, module) => { new Function('module', 'exports', 'require', getAsset('languages.cjs', 'utf8'))(module, module.exports, require); return module.exports; })(require('node:sea'), { exports: {} })",
      ),
      withTexts,
      builtinsWhenNeeded,
      withoutUnused,
      sqliteInside,
    ],
  });
  const config = {
    main: at('dist/engaged.cjs'),
    output: at('dist/engaged.blob'),
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    assets: {
      ...Object.fromEntries(
        [...THREADS.map(({ bundle }) => bundle), 'languages'].map((name) => [
          `${name}.cjs`,
          at(`dist/${name}.cjs`),
        ]),
      ),
      'better_sqlite3.node': getPrebuildPath(),
    },
  };
  writeFileSync(at('dist/sea-config.json'), JSON.stringify(config));
  execFileSync(process.execPath, ['--experimental-sea-config', at('dist/sea-config.json')], {
    stdio: 'inherit',
  });
  const binary = at(process.platform === 'win32' ? 'dist/engaged.exe' : 'dist/engaged');
  // A program that is running cannot be written over, but another one can take its name.
  rmSync(binary, { force: true });
  copyFileSync(process.execPath, binary);
  const isMac = process.platform === 'darwin';
  if (isMac) execFileSync('codesign', ['--remove-signature', binary], { stdio: 'inherit' });
  await inject(binary, 'NODE_SEA_BLOB', readFileSync(config.output), {
    sentinelFuse: 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2',
    ...(isMac ? { machoSegmentName: 'NODE_SEA' } : {}),
  });
  if (isMac) execFileSync('codesign', ['--sign', '-', binary], { stdio: 'inherit' });
  chmodSync(binary, 0o755);
  const bundles = Object.keys(program.entryPoints).map((name) => `${name}.cjs`);
  for (const file of [...bundles, 'engaged.blob', 'sea-config.json']) rmSync(at(`dist/${file}`));
}
