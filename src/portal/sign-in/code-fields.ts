import { type Kind, text } from '../forms/kinds.ts';
import type { Messages } from '../languages/en.ts';

/** The code that an app shows. */
export const appCode: Kind<string> = {
  ...text({ max: 100, autocomplete: 'one-time-code' }),
  ...{ isNumeric: true, isShort: true },
};

/** @param label by default that it is a code */
export const appCodeText = ({ signIn }: Messages, label: string = signIn.code) => ({
  ...{ label, hint: signIn.codeHint },
});
