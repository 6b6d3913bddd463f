import { resolve } from 'node:path';
import { DAY_MS } from '../../../domain/duration.ts';
import { UsageError } from '../../../domain/errors.ts';
import { isoTime } from '../../../domain/iso-time.ts';
import { pluralize } from '../../../domain/number-text.ts';
import { loadLanguages, messagesOfCompany } from '../../../portal/languages/catalogues.ts';
import { printedPage } from '../../../portal/view/card-sheets.ts';
import { requireCompany } from '../../../service/company/company-write.ts';
import { MAX_CARDS, printCard, printCards } from '../../../service/portal/cards.ts';
import { CARD_DAYS } from '../../../service/portal/sessions.ts';
import { writeWhole } from '../../../store/files/temporary-file.ts';
import type { AddVerb } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import { formatTime } from '../../output/output.ts';
import { publicUrlOf, urlOption } from '../../server/portal-url.ts';

type CardsOptions = { department?: string; again?: true; out: string; url?: string };

const HELP = `
A card has the name, the employee number (external_id) and a code, with which somebody signs in once and chooses a password.
It works for ${CARD_DAYS} days. Without people, those get one who have no email and have never signed in, and hold no card or
link that works; --again replaces these. Named people get one in any case: it is also the way back for who has lost the
password. At most ${MAX_CARDS} cards are made at once: run the command again for the others. Print the file from a browser, on
A4 at 100 %, and delete it: the codes are nowhere else.
`;

/** `engaged portal cards`: cards with which people without an email sign in. */
export function addCardsCommand(add: AddVerb, context: Context): void {
  add(
    'cards',
    'Make a page of sign-in cards to print, for people without an email',
    '--department Production --out cards.html',
  )
    .argument('[people...]', 'people: id, external_id or email')
    .option('--department <department>', 'those of a department and below it')
    .option('--again', 'also who holds a card or link that still works, which the new one replaces')
    .requiredOption('--out <file>', 'the page to write')
    .option(...urlOption)
    .addHelpText('after', HELP)
    .change(
      async (people: string[], { department, again, out, url }: CardsOptions) => {
        if (people.length > 0 && (department !== undefined || again)) {
          throw new UsageError('Give people, or --department and --again');
        }
        if (people.length > MAX_CARDS) throw new UsageError(`Give at most ${MAX_CARDS} people`);
        await loadLanguages();
        return (write) => {
          const { db, companyId, now } = write;
          const cards =
            people.length > 0
              ? people.map((person) => printCard(write, person, { by: 'owner' }))
              : printCards(write, { department, again }, 'owner');
          const until = now + CARD_DAYS * DAY_MS;
          const about = {
            ...{ company: requireCompany(db, companyId).name, until },
            address: url ?? publicUrlOf(context, db),
          };
          const t = messagesOfCompany(db, companyId);
          const file = resolve(context.cwd, out);
          // Before the commit: codes that are not in a file are lost.
          if (cards.length > 0) writeWhole(file, [printedPage(t, cards, about)], 0o600);
          return { cards: cards.length, file, expires_at: isoTime(until) };
        };
      },
      ({ cards, file, expires_at }) =>
        cards === 0
          ? 'Nobody needs a card: everybody has signed in, has an email, or holds a card or link that works.'
          : `${pluralize(cards, 'card is', 'cards are')} in ${file}. They work once, until ${formatTime(expires_at)}.`,
    );
}
