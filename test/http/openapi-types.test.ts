import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SETUP } from '../../src/http/docs/setup.ts';
import { describeApi } from '../../src/http/routes.ts';
import { makeTypes } from '../openapi-types/make-types.ts';
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
import type { operations } from './api.ts';

type Same<A, B> = [A, B] extends [B, A] ? true : false;
type Each<Type extends true> = Type;

type Camel<Name> = Name extends \`\${infer First}_\${infer Rest}\` ? \`\${First}\${Capitalize<Camel<Rest> & string>}\` : Name;
type Query<Name extends keyof operations> = Exclude<keyof NonNullable<operations[Name]['parameters']['query']>, 'cursor'>;
type Options<Method extends keyof client.EngagedClient> =
  client.EngagedClient[Method] extends (...sent: infer Sent) => unknown
    ? Exclude<keyof NonNullable<Sent extends [string, unknown?] ? Sent[1] : Sent extends [unknown?] ? Sent[0] : never>, 'signal'>
    : never;

export type Parameters = [
  Each<Same<Camel<Query<'listEmployees'>>, Options<'employees'>>>,
  Each<Same<Camel<Query<'listEmployeeBadges'>>, Options<'badges'>>>,
  Each<Same<Camel<Query<'listEmployeeXp'>>, Options<'xpHistory'>>>,
  Each<Same<Camel<Query<'listBadges'>>, Options<'badgeCatalogue'>>>,
  Each<Same<Camel<Query<'getLeaderboardAround'>>, Options<'leaderboardAround'>>>,
  Each<Same<Camel<Query<'getLeaderboard'>>, Options<'leaderboard'>>>,
  Each<Same<Camel<Query<'getLeaderboardByDepartment'>>, Options<'leaderboardByDepartment'>>>,
  Each<Same<Camel<Query<'listDepartments'>>, Options<'departments'>>>,
  Each<Same<Camel<Query<'listRedemptions'>>, Options<'redemptions'>>>,
  Each<Same<Camel<Query<'listShopItems'>>, Options<'shopItems'>>>,
  Each<Same<Camel<Query<'listEvents'>>, Options<'listEvents'>>>,
];
`;

test('types generated from the description compile, have the parameters of the client, and fit the examples', async (t) => {
  const folder = tempFolder(t);
  const document = describeApi();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('api.ts', await makeTypes(JSON.stringify(document)));
  write('held.ts', TYPE_CHECKS);
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item)) {
      const sample = operation['x-codeSamples'].find(({ lang }) => lang === 'TypeScript');
      write(`${operation.operationId}.ts`, `${SETUP.typescript}\n${sample?.source}\n`);
    }
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
