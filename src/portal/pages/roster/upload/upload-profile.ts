import { EngagedError } from '../../../../domain/errors.ts';
import { type Html, html } from '../../../../http/response/html.ts';
import { toProfileText } from '../../../../roster-file/roster-profile.ts';
import { listNoEmailDomains } from '../../../../service/people/no-email.ts';
import {
  findLastProfile,
  listProfiles,
  readProfile,
} from '../../../../service/roster/roster-profiles.ts';
import {
  DEFAULT_OPTIONS,
  fromProfile,
  toProfile,
} from '../../../../service/roster/upload/options.ts';
import type { FileView } from '../../../../service/roster/upload/uploaded-file.ts';
import type { Call } from '../../../request/call.ts';
import { failureText } from '../../../view/error-text.ts';
import type { Upload } from './uploads.ts';

/** How an upload is read at first: as the last roster was that was applied. */
export function lastReading(call: Call): Pick<Upload, 'options' | 'profile'> {
  const { services, company } = call;
  return readingWith(call, findLastProfile(services.db, company.companyId) ?? null);
}

/**
 * How an upload is read with a profile; as a file says itself without one. What was said once about people without an
 * email holds for later rosters.
 *
 * @throws EngagedError `not_found`
 */
export function readingWith(
  { services, company }: Call,
  profile: string | null,
): Pick<Upload, 'options' | 'profile'> {
  const { db } = services;
  const { companyId } = company;
  const options =
    profile === null ? DEFAULT_OPTIONS : fromProfile(readProfile(db, companyId, profile));
  const [known = null] = listNoEmailDomains(db, companyId);
  return { options: { ...options, noEmailDomain: options.noEmailDomain ?? known }, profile };
}

/**
 * Keeps how an upload that is applied was read, for the next one. A file of rows that failed says nothing about that.
 *
 * @returns why it is not kept, if so: the roster is applied all the same
 */
export async function rememberReading(call: Call, upload: Upload, file: FileView): Promise<Html> {
  if (file.isRejects) return html``;
  upload.profile ??= newName(call, upload);
  const reading = toProfileText(toProfile(upload.options, file.read.columns));
  try {
    await call.change('rememberProfile', { name: upload.profile, reading });
    return html``;
  } catch (error) {
    if (!(error instanceof EngagedError) || !error.failure) throw error;
    return html` ${call.t.preview.notKept({ problem: failureText(call.t, error.failure) })}`;
  }
}

/** The name of the file, or with a number where another profile has it. */
function newName({ t, services, company }: Call, { fileName }: Upload): string {
  const name =
    fileName
      .replace(/\.[^.]{1,8}$/, '')
      .trim()
      .slice(0, 80) || t.roster.title;
  const taken = new Set(listProfiles(services.db, company.companyId).map((one) => one.name));
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name} ${number}`;
    if (!taken.has(free)) return free;
  }
}
