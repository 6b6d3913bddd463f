import { CONTRACT_SCOPES } from '../domain/api-key.ts';
import { createDataFile } from '../store/files/data-file.ts';
import { type CompanyPair, createCompany } from './companies.ts';
import { writeCompany } from './company-write.ts';
import { createKey, DEFAULT_REQUESTS_PER_MINUTE, type IssuedKey } from './keys.ts';

/** The contents of a new data file, with its two keys, which are shown only once. */
export type FirstStart = CompanyPair & { live: IssuedKey; test: IssuedKey };

/**
 * Creates a data file to try: a company, its filled sandbox, and a key for each with what
 * `--scope all` stands for.
 *
 * @throws EngagedError where the file cannot be made, or exists by now
 */
export function createFirstDataFile(
  file: string,
  context: { now: number; actor: string },
): FirstStart {
  let made: FirstStart | undefined;
  createDataFile(file, context.now, (db) => {
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
    made = {
      ...pair,
      live: keyFor(pair.company.companyId),
      test: keyFor(pair.sandbox.companyId),
    };
  });
  if (!made) throw new Error('the new data file was not filled');
  return made;
}
