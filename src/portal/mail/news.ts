import type { NoticeTo } from '../../domain/mail/mail-kind.ts';
import type { RedemptionStatus } from '../../domain/redemption.ts';
import type { Database } from '../../store/database.ts';
import * as mails from '../../store/mail/mails.ts';

/** What became of a redemption that was decided. */
export type RedemptionNews = {
  item: string;
  price: number;
  status: Exclude<RedemptionStatus, 'pending'>;
  reason: string | null;
};
type BadgeNews = { name: string; description: string | null };
type ThanksNews = { from: string | null; value: string; message: string | null; coins: number };
type PrizeNews = { coins: number; reason: string | null };

/** What a mail tells, as it is now. */
export type News =
  | { kind: 'redemption'; lines: readonly RedemptionNews[] }
  | { kind: 'badge'; lines: readonly BadgeNews[] }
  | { kind: 'prize'; lines: readonly PrizeNews[] }
  | { kind: 'thanks'; lines: readonly ThanksNews[] };

/** What an employee is told of as it happens. */
type NewsKind = Exclude<NoticeTo<'employee'>, 'digest'>;

/** Finds what the subjects of notices to an employee are now. What is no news any more is left out. */
export function findNews(
  db: Database,
  {
    companyId,
    employeeNumber,
    kind,
  }: { companyId: number; employeeNumber: number; kind: NewsKind },
  subjects: readonly string[],
): News {
  const finders: { [K in NewsKind]: () => Extract<News, { kind: K }> } = {
    redemption: () => {
      const rows = db.all(mails.listRedemptions, { companyId, ids: subjects });
      return { kind: 'redemption', lines: rows as RedemptionNews[] };
    },
    badge: () => ({
      kind: 'badge',
      lines: db.all(mails.listBadges, { companyId, employeeNumber, codes: subjects }),
    }),
    prize: () => ({
      kind: 'prize',
      lines: db.all(mails.listPrizes, { companyId, employeeNumber, entries: subjects.map(Number) }),
    }),
    thanks: () => ({
      kind: 'thanks',
      lines: db.all(mails.listThanks, { companyId, employeeNumber, ids: subjects }),
    }),
  };
  return finders[kind]();
}
