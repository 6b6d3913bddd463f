import { type Command, InvalidArgumentError, Option } from 'commander';
import { isoTime } from '../../../domain/iso-time.ts';
import { OWN_ROLES, type OwnRole, ROLES, type Role } from '../../../domain/portal-role.ts';
import {
  listAccounts,
  type PortalAccount,
  provideAccount,
  setAccountDisabled,
  setAccountRole,
  unlinkIdentity,
} from '../../../service/portal/accounts.ts';
import { createLink, LINK_MS } from '../../../service/portal/sessions.ts';
import { resetTotpOf } from '../../../service/portal/totp.ts';
import { companyVerbs } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import type { List } from '../../output/list.ts';
import { formatTime } from '../../output/output.ts';
import { escapeControl } from '../../output/terminal.ts';
import { portalLinkUrl, publicUrlOf, urlOption } from '../../server/portal-url.ts';
import { addWallCommands } from '../boards/portal-wall.ts';
import { addCardsCommand } from './portal-cards.ts';
import { addInviteCommand } from './portal-invite.ts';

const emailArgument = ['<email>', 'email address of the account'] as const;

const ROLE_HELP = `
An owner may do everything. An admin works with people, rosters, XP, badges, the shop and months. A viewer reads. A
manager reads about their department and those below it. Anybody else has a page of their own, with the role none.
The role of an employee is on record of the employee, and keeps a roster sync from deactivating them. An account with the
address of an active employee is theirs, and ends with them.
`;

type LinkOptions = { role?: OwnRole; url?: string };

/** `engaged portal …`: who may sign in to the pages. */
export function addPortalCommands(program: Command, context: Context): void {
  const portal = program
    .command('portal')
    .description('The portal: links to sign in, accounts, walls');
  const add = companyVerbs(portal, context);

  add(
    'link',
    'Print a link with which somebody sets a password and signs in. It works once, for 15 minutes',
    'ada@example.com',
  )
    .argument(...emailArgument)
    .addOption(
      new Option(
        '--role <role>',
        'the role of a new account; needed for who is no employee',
      ).choices(OWN_ROLES),
    )
    .option(...urlOption)
    .addHelpText('after', ROLE_HELP)
    .change(
      (email: string, { role, url }: LinkOptions) =>
        (write) => {
          const account = provideAccount(write, { email, role });
          const link = portalLinkUrl(
            url ?? publicUrlOf(context, write.db),
            createLink(write, account),
          );
          return { link, expires_at: isoTime(write.now + LINK_MS) };
        },
      ({ link, expires_at }) => `${link}\n\nThe link works once, until ${formatTime(expires_at)}.`,
    );

  addInviteCommand(add, context);
  addCardsCommand(add, context);

  const accounts = portal
    .command('accounts')
    .description('Accounts: list, role, disable, enable, unlink, reset-totp');
  const addToAccounts = companyVerbs(accounts, context);
  addToAccounts('list', 'List the accounts of a company', '--company Acme').list(
    () => (db, companyId) => listAccounts(db, companyId),
    ACCOUNTS,
  );
  addToAccounts('role', 'Change what an account may do; its sessions end', 'ada@example.com admin')
    .argument(...emailArgument)
    .argument('<role>', ROLES.join(', '), toRole)
    .addHelpText('after', ROLE_HELP)
    .change(
      (email: string, role: Role) => (write) => setAccountRole(write, email, role),
      (account) => `${nameOf(account)} has the role ${account.role} now.`,
    );
  addToAccounts('disable', 'End the sessions of an account and let it open none', 'ada@example.com')
    .argument(...emailArgument)
    .change(
      (email: string) => (write) => setAccountDisabled(write, email, true),
      (account) => `${nameOf(account)} is disabled.`,
    );
  addToAccounts('enable', 'Let a disabled account sign in again', 'ada@example.com')
    .argument(...emailArgument)
    .change(
      (email: string) => (write) => setAccountDisabled(write, email, false),
      (account) => `${nameOf(account)} is enabled.`,
    );
  addToAccounts(
    'unlink',
    'Forget which person at the OpenID provider an account belongs to, until the next sign-in',
    'ada@example.com',
  )
    .argument(...emailArgument)
    .change(
      (email: string) => (write) => unlinkIdentity(write, email),
      (account) => `${nameOf(account)} is linked by the next sign-in with this email address.`,
    );
  addToAccounts(
    'reset-totp',
    'Switch two-step sign-in off for somebody who has lost the app and the recovery codes; sessions end',
    'ada@example.com',
  )
    .argument(...emailArgument)
    .change(
      (email: string) => (write) => resetTotpOf(write, email),
      (account) => `${nameOf(account)} signs in with the password alone.`,
    );
  addWallCommands(portal, context);
}

const ACCOUNTS: List<PortalAccount> = {
  empty: 'There are no accounts yet. Create one with: engaged portal link EMAIL',
  columns: [
    { heading: 'EMAIL', value: (row) => row.email ?? '(whoever opens the first link)' },
    { heading: 'ROLE', value: (row) => row.role },
    { heading: 'STATE', value: (row) => row.state },
    { heading: 'TWO-STEP', value: (row) => (row.totp_since === null ? '' : 'on') },
    { heading: 'LAST SIGN-IN', value: (row) => formatTime(row.last_sign_in_at) || 'never' },
    {
      heading: 'EMPLOYEE',
      value: (row) => row.employee_id ?? '',
      noTruncate: true,
      optional: true,
    },
    { heading: 'ID', value: (row) => row.id, noTruncate: true, optional: true },
  ],
  csv: 'id email name role state employee_id issuer totp_since:time created_at:time last_sign_in_at:time',
};

const nameOf = ({ email, id }: PortalAccount): string => escapeControl(email ?? id);

function toRole(text: string): Role {
  const role = ROLES.find((one) => one === text);
  if (!role) throw new InvalidArgumentError(`Allowed are: ${ROLES.join(', ')}.`);
  return role;
}
