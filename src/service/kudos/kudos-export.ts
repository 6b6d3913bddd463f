import { isoTime } from '../../domain/iso-time.ts';
import type { Database } from '../../store/database.ts';
import * as kudosSettings from '../../store/kudos/kudos-settings.ts';
import * as store from '../../store/people/person-export.ts';

/** What is on record about somebody's thanks, for their export. Nobody else is named. */
export function exportKudos(db: Database, companyId: number, number: number) {
  const person = { companyId, number };
  return {
    // Empty for somebody who gives and receives.
    kudos_part: db
      .all(kudosSettings.listParts, { companyId, numbers: [number] })
      .map(({ part }) => part),
    kudos_given: db
      .all(store.listKudosGiven, person)
      .map(({ givenAt, idempotencyKey, ...row }) => ({
        ...{ ...row, given_at: isoTime(givenAt), once: idempotencyKey },
      })),
    kudos_received: db.all(store.listKudosReceived, person).map(({ givenAt, ...row }) => ({
      ...{ ...row, given_at: isoTime(givenAt) },
    })),
    kudos_decisions: db.all(store.listKudosDecisions, person).map(({ decidedAt, ...row }) => ({
      ...{ ...row, decided_at: isoTime(decidedAt) },
    })),
    kudos_reactions: db.all(store.listKudosReactions, person),
    kudos_reports: db.all(store.listKudosReports, person).map(({ reportedAt, ...row }) => ({
      ...{ ...row, reported_at: isoTime(reportedAt) },
    })),
  };
}
