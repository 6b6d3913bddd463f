import { cardSecret } from '../../../domain/card-code.ts';
import { fold } from '../../../domain/text.ts';
import { findByLink } from '../../../service/portal/sessions.ts';
import { openFormAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { text } from '../../forms/kinds.ts';
import { Refused } from '../../forms/refused.ts';

/** Leads to the choice of a password, if number and code are those of a card that works. */
export const signInWithCard = openFormAction({
  path: '/sign-in/card',
  form: defineForm({
    id: 'card',
    fields: {
      number: text({ max: 255, autocomplete: 'username' }),
      code: text({ max: 100, autocomplete: 'one-time-code' }),
    },
    texts: ({ signIn }) => ({
      ...{ button: signIn.signInWithCard, refused: signIn.notSignedIn },
      fields: {
        number: signIn.employeeNumber,
        code: { label: signIn.cardCode, hint: signIn.cardCodeHint },
      },
    }),
  }),
  submit: async ({ t, services, throttle, guesserOf, now }, { number, code }) => {
    const name = `card ${fold(number)}`;
    let secret = '';
    const attempt = { account: name, address: guesserOf(name), now };
    const isRight = await throttle.check(attempt, async () => {
      secret = await cardSecret(number, code);
      return findByLink(services.db, secret, now) !== undefined;
    });
    if (!isRight) {
      services.metrics.noteFailedSignIn('card');
      services.log.warn('sign_in_failed', { company_id: null, factor: 'card' });
      throw new Refused(t.signIn.wrongCard);
    }
    return { to: `/portal/link/${secret}` };
  },
});
