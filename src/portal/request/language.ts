import { acceptedLanguage, type Language, languageOf } from '../../domain/language.ts';
import { programmeOf } from '../../service/company/programme.ts';
import type { Database } from '../../store/database.ts';
import { findCompany } from '../pages/sign-in/company.ts';
import { LANGUAGE_COOKIE, readCookie } from '../sign-in/cookie.ts';
import type { PortalRequest } from '../thread/messages.ts';

/** The language that was chosen in a browser, or else that its settings ask for; undefined for none of ours. */
export function languageOfBrowser(request: PortalRequest): Language | undefined {
  const chosen = languageOf(readCookie(request, LANGUAGE_COOKIE) ?? '');
  return chosen ?? acceptedLanguage(request.headers['accept-language']);
}

/** The language of the company, while it is known which one somebody is from. */
export function languageOfOnlyCompany(db: Database): Language | undefined {
  const company = findCompany(db, null);
  return company && programmeOf(db, company.companyId).language;
}
