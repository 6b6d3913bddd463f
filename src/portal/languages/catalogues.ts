import type { Language } from '../../domain/language.ts';
import { programmeOf } from '../../service/company/programme.ts';
import type { Database } from '../../store/database.ts';
import { en, type Messages } from './en.ts';
import { inZone } from './in-zone.ts';
import { loadOthers } from './load-others.ts';

let others: Awaited<ReturnType<typeof loadOthers>> | undefined;

/** Loads every language, for those who say things without waiting. */
export async function loadLanguages(): Promise<void> {
  others ??= await loadOthers();
}

/** What is said in a language, with moments in a time zone. @throws Error for a language that is not loaded */
export function messagesIn(language: Language, zone: string): Messages {
  const messages = language === 'en' ? en : others?.[language];
  if (!messages) throw new Error('the languages are not loaded');
  return inZone(messages, zone);
}

/** As `messagesIn`. It loads the language where that is to be done. */
export async function loadMessages(language: Language, zone: string): Promise<Messages> {
  if (language !== 'en') await loadLanguages();
  return messagesIn(language, zone);
}

/** How a company speaks to all of its people. @throws as `messagesIn` */
export function messagesOfCompany(db: Database, companyId: number): Messages {
  const { language, time_zone: zone } = programmeOf(db, companyId);
  return messagesIn(language, zone);
}
