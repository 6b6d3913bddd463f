import { exec, one } from '../query.ts';

const person = { companyId: 'integer', employeeNumber: 'integer' } as const;

/** The kinds of mail that nobody at the company gets, and that somebody does not want, separated by commas. */
export const find = one('unwanted-mail/find', person, { ofCompany: 'text', ofEmployee: 'text' });

export const set = exec('unwanted-mail/set', { ...person, unwanted: 'text' });
