import { UsageError } from '../../../domain/errors.ts';
import {
  INVITATION_DAYS,
  type Invitation,
  inviteOne,
  invitePeople,
  MAX_INVITED,
} from '../../../service/portal/invitations.ts';
import { MAX_LINK_DAYS } from '../../../service/portal/sessions.ts';
import { wholeNumber } from '../../command.ts';
import type { AddVerb } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import type { List } from '../../output/list.ts';
import { portalLinkUrl, publicUrlOf, urlOption } from '../../server/portal-url.ts';

type InviteOptions = {
  everybody?: true;
  department?: string;
  again?: true;
  days?: number;
  url?: string;
  mail: boolean;
};

const HELP = `
An invitation is a link that works once. It leaves out who has signed in, and who has a link that still works; --again makes
another one for them, and so does an EMAIL: that is also the way back for who has lost the password. Where the service sends
mail, people get their links by mail; --no-mail prints them instead. People without an email are left out of --everybody and
--department: they get cards, with engaged portal cards. At most ${MAX_INVITED} people are invited at once: run the command again for the others.
`;

/** `engaged portal invite`: links for people who have not signed in yet. */
export function addInviteCommand(add: AddVerb, context: Context): void {
  add(
    'invite',
    'Print links with which people set a password and sign in for the first time',
    '--department Sales --csv',
  )
    .argument('[email]', 'one person')
    .option('--everybody', 'everybody who has never signed in')
    .option(
      '--department <department>',
      'those of a department and below it: id, external_id or name',
    )
    .option('--again', 'also who has a link that still works, which the new one replaces')
    .option(
      '--days <n>',
      `how long the links work, 1 to ${MAX_LINK_DAYS} (default: ${INVITATION_DAYS})`,
      wholeNumber(1, MAX_LINK_DAYS),
    )
    .option('--no-mail', 'print every link, also of people who would get it by mail')
    .option(...urlOption)
    .addHelpText('after', HELP)
    .changeList((email: string | undefined, options: InviteOptions) => {
      const { everybody, department, again, days, url, mail } = options;
      if ([email, everybody, department].filter((one) => one !== undefined).length !== 1) {
        throw new UsageError('Give one of EMAIL, --everybody and --department');
      }
      return (write) => {
        const base = url ?? publicUrlOf(context, write.db);
        const how = { days, withoutMail: !mail };
        const invited =
          email === undefined
            ? invitePeople(write, { department, again, ...how }, 'owner')
            : [inviteOne(write, email, { ...how, by: 'owner' })];
        return invited.map(({ secret, ...person }) => ({
          ...person,
          link: secret === null ? null : portalLinkUrl(base, secret),
        }));
      };
    }, INVITATIONS);
}

/** Without a link it went into the outbox. */
const INVITATIONS: List<Omit<Invitation, 'secret'> & { link: string | null }> = {
  empty: 'Nobody is to be invited: everybody has signed in or has a link that still works.',
  columns: [
    { heading: 'NAME', value: (row) => row.name },
    { heading: 'EMAIL', value: (row) => row.email },
    { heading: 'LINK', value: (row) => row.link ?? 'by mail', noTruncate: true },
  ],
  csv: 'employee_id name email department link',
};
