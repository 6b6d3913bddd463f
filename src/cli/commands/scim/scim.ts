import { type Command, Option } from 'commander';
import { type Mode, SCIM_SCOPE } from '../../../domain/api-key.ts';
import { pluralize } from '../../../domain/number-text.ts';
import { SCIM_PATH } from '../../../domain/scim/resource.ts';
import { NUMBER_ATTRIBUTES, type NumberAttribute } from '../../../domain/scim/user.ts';
import { updateCompany } from '../../../service/company/companies.ts';
import { writeCompany } from '../../../service/company/company-write.ts';
import { programmeOf } from '../../../service/company/programme.ts';
import {
  createKey,
  findKey,
  type IssuedKey,
  type KeyState,
  listKeys,
  revokeKey,
  rotateKey,
} from '../../../service/keys/keys.ts';
import { approveHeld } from '../../../service/scim/approve.ts';
import { setNumberAttribute } from '../../../service/scim/directory.ts';
import { showDirectory } from '../../../service/scim/overview.ts';
import * as companies from '../../../store/company/companies.ts';
import type { Database } from '../../../store/database.ts';
import { type CommonOptions, durationOption, requiredChoice } from '../../command.ts';
import {
  type CompanyOptions,
  changeCompany,
  companyVerbs,
  dataFileVerbs,
} from '../../company-command.ts';
import type { Context } from '../../context.ts';
import { companyOption, resolveCompany } from '../../options/company-option.ts';
import { changingData } from '../../options/data-file-option.ts';
import { formatTime, print, printNotice, style } from '../../output/output.ts';
import { escapeControl } from '../../output/terminal.ts';
import { publicUrlOf } from '../../server/portal-url.ts';
import { describeDirectory, TOKENS } from './scim-output.ts';

/** Requests a minute: a directory asks 25 times a second. */
const REQUESTS_PER_MINUTE = 1_500;

const tokenArgument = ['<token>', 'id, the beginning of an id, or name'] as const;

type CreateOptions = CommonOptions & {
  company?: string;
  mode: Mode;
  name: string;
  externalIdFrom?: NumberAttribute;
};
type TokenOptions = CommonOptions & { company?: string };

const CREATE_NOTES = `
The address and the token go into the provisioning of the directory: Microsoft Entra ID calls them Tenant URL and Secret
Token, Okta Base URL and API token. A live token lets the directory deactivate people: unless the company has decided
otherwise, its --roster-authority becomes both. DIRECTORY.md has the steps for each product.
`;

/** `engaged scim …`: a directory that keeps the people of a company over SCIM. */
export function addScimCommands(program: Command, context: Context): void {
  const scim = program
    .command('scim')
    .description('A directory that keeps the people: create, list, show, rotate, revoke, approve');
  const add = dataFileVerbs(scim, context);
  const addOfCompany = companyVerbs(scim, context);

  add(
    'create',
    'Create a token for a directory. It is shown once; only a hash of it is kept.',
    '--mode live --name "Entra ID"',
  )
    .option(...companyOption)
    .addOption(
      requiredChoice('--mode <mode>', 'live: real data, test: the sandbox', ['live', 'test']),
    )
    .requiredOption('--name <name>', 'which directory it is for')
    .addOption(
      new Option(
        '--external-id-from <attribute>',
        'which attribute is the external id of people: employeeNumber, unless it is set',
      ).choices(NUMBER_ATTRIBUTES),
    )
    .addHelpText('after', CREATE_NOTES)
    .action((options: CreateOptions) =>
      changingData(context, options, (db) => {
        const { company, mode, name, externalIdFrom } = options;
        const { companyId } = resolveCompany(db, { company, test: mode === 'test' });
        const now = context.now();
        const issued = writeCompany(db, { companyId, now, actor: context.actor }, (write) => {
          if (externalIdFrom) setNumberAttribute(write, externalIdFrom);
          if (mode === 'live' && programmeOf(db, companyId).roster_authority === 'roster')
            updateCompany(write, { roster_authority: 'both' });
          return createKey(write, {
            ...{ name, scopes: [SCIM_SCOPE], requestsPerMinute: REQUESTS_PER_MINUTE },
            expiresAt: null,
          });
        });
        const address = publicUrlOf(context, db) + SCIM_PATH;
        print(context, options, toToken(issued, address), () =>
          describeIssued(issued, address, context),
        );
      }),
    );

  addOfCompany(
    'list',
    "List the tokens of a company's directory and its sandbox's, or with --test the sandbox's alone",
    '--company Acme',
  ).list(
    () => (db, companyId) =>
      listOwners(db, companyId).flatMap((owner) =>
        listKeys(db, owner).filter(({ scopes }) => scopes.includes(SCIM_SCOPE)),
      ),
    TOKENS,
  );

  addOfCompany('show', 'Show how the directory stands, what was refused, and who waits').read(
    () => (db, companyId) => db.do(showDirectory(companyId, context.now())),
    describeDirectory,
  );

  add(
    'rotate',
    'Create a successor; the old token keeps working for a while',
    '"Entra ID" --overlap 24h',
  )
    .argument(...tokenArgument)
    .option(...companyOption)
    .addOption(durationOption('--overlap', 'how long the old token still works', '24h'))
    .action((reference: string, options: TokenOptions & { overlap: number }) =>
      changingData(context, options, (db) => {
        const token = find(db, reference, options, ['active']);
        const { issued, replaced } = writeCompany(db, token.context, (write) =>
          rotateKey(write, token.id, options.overlap),
        );
        const address = publicUrlOf(context, db) + SCIM_PATH;
        print(context, options, toToken(issued, address), () =>
          describeIssued(issued, address, context),
        );
        printNotice(context, `The old token works until ${formatTime(replaced.expires_at)}.`);
      }),
    );

  add('revoke', 'End a token at once and for good, also on a running server', '"Entra ID"')
    .argument(...tokenArgument)
    .option(...companyOption)
    .changeData(
      (reference: string, options: TokenOptions) => (db) => {
        const token = find(db, reference, options, ['active', 'rotated']);
        return writeCompany(db, token.context, (write) => revokeKey(write, token.id));
      },
      ({ name, hint }) => `Revoked "${escapeControl(name)}" (${hint}).`,
    );

  addOfCompany(
    'approve',
    'Deactivate the people whose deactivation the limit of the directory held back',
  ).action(async (options: CompanyOptions) => {
    let deactivated = 0;
    for (let isMore = true; isMore; ) {
      const step = await changeCompany(context, options, approveHeld);
      deactivated += step.deactivated;
      isMore = step.is_more;
    }
    print(
      context,
      options,
      { deactivated },
      () => `Deactivated ${pluralize(deactivated, 'person', 'people')}.`,
    );
  });

  function find(
    db: Database,
    reference: string,
    { company }: TokenOptions,
    wanted: readonly KeyState[],
  ) {
    const now = context.now();
    const companyIds =
      company === undefined ? null : listOwners(db, resolveCompany(db, { company }).companyId);
    const { id, companyId } = findKey(db, reference, wanted, {
      companyIds,
      now,
      scope: SCIM_SCOPE,
    });
    return { id, context: { companyId, now, actor: context.actor } };
  }
}

/** A company and its sandbox. */
const listOwners = (db: Database, companyId: number): number[] =>
  [companies.find, companies.findSandbox].flatMap(
    (query) => db.one(query, { companyId })?.companyId ?? [],
  );

const toToken = ({ key: token, ...issued }: IssuedKey, address: string) => ({
  ...issued,
  address,
  token,
});

function describeIssued(issued: IssuedKey, address: string, context: Context): string {
  const { key, company, name, hint } = issued;
  return [
    style(context, context.stdout, 'bold', address),
    style(context, context.stdout, 'bold', key),
    '',
    'This is the only time the token is shown.',
    `"${escapeControl(name)}" (${hint}) keeps the people of ${escapeControl(company.name)}.`,
  ].join('\n');
}
