import { CONTRACT_SCOPES } from '../../domain/api-key.ts';
import { createData } from '../../store/data.ts';
import { type CompanyPair, createCompany } from '../company/companies.ts';
import { writeCompany } from '../company/company-write.ts';
import { createKey, DEFAULT_REQUESTS_PER_MINUTE, type IssuedKey } from '../keys/keys.ts';
import { createAccount } from '../portal/accounts.ts';
import { createLink } from '../portal/sessions.ts';

/** The contents of new data, with its two keys and its link, which are shown only once. */
export type FirstStart = CompanyPair & {
  live: IssuedKey;
  test: IssuedKey;
  /** The secret of the link with which somebody becomes the owner of the portal. */
  portalLink: string;
};

/**
 * Creates data to try: a company, its filled sandbox, and for each a key with the
 * scopes of `--scope all`.
 *
 * @throws EngagedError as `createData`
 */
export function createFirstData(data: string, context: { now: number; actor: string }): FirstStart {
  let made: FirstStart | undefined;
  createData(data, context.now, (db) => {
    const pair = createCompany(db, { ...context, name: 'My company', ssoDomains: [] });
    const keyFor = (companyId: number) =>
      writeCompany(db, { ...context, companyId }, (write) =>
        createKey(write, {
          name: 'First start',
          scopes: CONTRACT_SCOPES,
          requestsPerMinute: DEFAULT_REQUESTS_PER_MINUTE,
          expiresAt: null,
        }),
      );
    const { companyId } = pair.company;
    const portalLink = writeCompany(db, { ...context, companyId }, (write) =>
      createLink(write, createAccount(write, { email: null, role: 'owner' })),
    );
    made = {
      ...pair,
      portalLink,
      live: keyFor(companyId),
      test: keyFor(pair.sandbox.companyId),
    };
  });
  if (!made) throw new Error('the new data was not filled');
  return made;
}
