import { exec, one } from '../query.ts';

/** `number` is that of an employee, or the entry of an account. */
const receiver = { companyId: 'integer', number: 'integer' } as const;
const found = { ofCompany: 'text', ofReceiver: 'text' } as const;
const changed = { ...receiver, unwanted: 'text' } as const;

/** The kinds of mail that nobody at the company gets, and that somebody does not want, separated by commas. */
export const findOfEmployee = one('unwanted-mail/find_of_employee', receiver, found);
export const findOfAccount = one('unwanted-mail/find_of_account', receiver, found);

export const setOfEmployee = exec('unwanted-mail/set_of_employee', changed);
export const setOfAccount = exec('unwanted-mail/set_of_account', changed);
