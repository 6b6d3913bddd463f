import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeClientTypes } from '../../client-types.ts';
import { SETUP } from '../../src/http/docs/setup.ts';
import type { Operation } from '../../src/http/openapi/document-types.ts';
import { describeApi } from '../../src/http/routes.ts';
import { tempFolder } from '../store/temp-files.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const CONFIG = {
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024'],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    paths: { 'engaged/client': [join(ROOT, 'src/client/client.ts')] },
  },
  include: ['*.ts'],
};

/** Fails to compile where the client's options are not the parameters that the description names. */
const TYPE_CHECKS = `
import type * as client from 'engaged/client';
import type { Query } from './query.ts';

type Same<A, B> = [A, B] extends [B, A] ? true : false;
type Each<Type extends true> = Type;

type Camel<Name> = Name extends \`\${infer First}_\${infer Rest}\` ? \`\${First}\${Capitalize<Camel<Rest> & string>}\` : Name;
type Options<Method extends keyof client.EngagedClient> =
  client.EngagedClient[Method] extends (...sent: infer Sent) => unknown
    ? Exclude<keyof NonNullable<Sent extends [string, unknown?] ? Sent[1] : Sent extends [unknown?] ? Sent[0] : never>, 'signal'>
    : never;

export type Parameters = [
  Each<Same<Camel<Query['listEmployees']>, Options<'employees'>>>,
  Each<Same<Camel<Query['listEmployeeBadges']>, Options<'badges'>>>,
  Each<Same<Camel<Query['listEmployeeXp']>, Options<'xpHistory'>>>,
  Each<Same<Camel<Query['listBadges']>, Options<'badgeCatalogue'>>>,
  Each<Same<Camel<Query['getLeaderboardAround']>, Options<'leaderboardAround'>>>,
  Each<Same<Camel<Query['getLeaderboard']>, Options<'leaderboard'>>>,
  Each<Same<Camel<Query['getLeaderboardByDepartment']>, Options<'leaderboardByDepartment'>>>,
  Each<Same<Camel<Query['listDepartments']>, Options<'departments'>>>,
  Each<Same<Camel<Query['listRedemptions']>, Options<'redemptions'>>>,
  Each<Same<Camel<Query['listKudos']>, Options<'kudos'>>>,
  Each<Same<Camel<Query['listShopItems']>, Options<'shopItems'>>>,
  Each<Same<Camel<Query['listEvents']>, Options<'listEvents'>>>,
];
`;

/** A type of the names of each operation's query parameters; the client sends cursors itself. */
const queryTypes = (operations: readonly Operation[]): string =>
  `export type Query = {${operations
    .map(({ operationId, parameters = [] }) => {
      const names = parameters.filter((one) => one.in === 'query' && one.name !== 'cursor');
      return `${operationId}: ${names.map(({ name }) => `'${name}'`).join(' | ') || 'never'};`;
    })
    .join('\n')}};`;

test('the types of the client compile, it takes the parameters of the description, and the examples fit', async (t) => {
  writeClientTypes();
  const folder = tempFolder(t);
  const operations = Object.values(describeApi().paths).flatMap((item) => Object.values(item));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('query.ts', queryTypes(operations));
  write('held.ts', TYPE_CHECKS);
  for (const operation of operations) {
    const sample = operation['x-codeSamples'].find(({ lang }) => lang === 'TypeScript');
    write(`${operation.operationId}.ts`, `${SETUP.typescript}\n${sample?.source}\n`);
  }
  write('package.json', '{"type":"module"}');
  write('tsconfig.json', JSON.stringify(CONFIG));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const output = await new Promise<string>((resolve) =>
    execFile(process.execPath, [tsc, '-p', folder], (_, stdout, stderr) =>
      resolve(stdout + stderr),
    ),
  );
  assert.equal(output, '');
});
