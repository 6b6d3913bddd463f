import { DAY_MS, MINUTE_MS } from '../../src/domain/duration.ts';
import type { CompanyWrite } from '../../src/service/company/company-write.ts';
import { giveKudos } from '../../src/service/kudos/give-kudos.ts';
import { reactToKudos, reportKudos } from '../../src/service/kudos/kudos-moderation.ts';
import { setKudosSettings } from '../../src/service/kudos/kudos-settings.ts';
import { saveKudosValue } from '../../src/service/kudos/kudos-values.ts';
import { requireEmployee } from '../../src/service/people/employee-records.ts';

const LONG =
  'On Thursday the five of you stopped the line because one guard was loose, with the order already late and everybody waiting. Nobody was hurt, the order left on Friday morning, and the guard has a second bolt now on all four machines. That is what we mean when we say it, and I want people to know.';

type Run = <T>(change: (write: CompanyWrite) => T, time?: number) => T;

/** Switches thanks on in a filled company, and gives some. @returns ids of those that the first person sees, the last two as nobody else does */
export function fillThanks(run: Run, now: number): string[] {
  const person = ({ db, companyId }: CompanyWrite, at: number) =>
    requireEmployee(db, companyId, String(700_410_000 + at));
  run((write) => {
    // Nobody's XP and coins depend on them.
    setKudosSettings(write, { on: true, coins_per_point: 0, giver_xp: 0 });
    saveKudosValue(write, { code: 'help', name: 'Help others first' });
    saveKudosValue(write, { code: 'safety', name: 'Safety before speed' });
    saveKudosValue(write, { code: 'learn', name: 'Keep learning' });
    saveKudosValue(write, { code: 'customer', name: 'Close to the customer <b>&amp;' });
  });
  const give = (
    from: number,
    to: readonly number[],
    options: { points?: number; value?: string; message: string; visibility?: string; ago: number },
  ): string => {
    const { points = 10, value = 'help', message, visibility = 'company', ago } = options;
    return run((write) => {
      const receivers = to.map((one) => person(write, one));
      const order = { giver: person(write, from), receivers, points, value, message, visibility };
      return giveKudos(write, order).kudos.id;
    }, now - ago);
  };
  const shift = 'Thank you for taking my shift on Sunday, when my son was ill.';
  const ids = [
    give(2, [1], { ago: 9 * DAY_MS, visibility: 'department', message: shift, points: 0 }),
    give(6, [4, 5, 8, 9, 10], { ago: 5 * DAY_MS, value: 'safety', message: LONG }),
    give(4, [0], { ago: 4 * DAY_MS, value: 'learn', message: LONG, points: 25 }),
    give(0, [3, 4], {
      ago: 3 * DAY_MS,
      value: 'customer',
      message: '<b>&amp; you were there first',
    }),
    give(11, [0], { ago: DAY_MS, visibility: 'private', message: shift, points: 5 }),
    give(0, [6], { ago: 4 * MINUTE_MS, message: LONG, points: 20 }),
    give(10, [1], { ago: MINUTE_MS, message: `${'ohneLeerzeichen'.repeat(12)} ${shift}` }),
  ];
  run((write) => {
    const viewer = (at: number) => person(write, at);
    for (const at of [0, 1, 2, 3]) {
      reactToKudos(write, viewer(at), ids[1] ?? '', { kind: 'great_work', on: true });
      reactToKudos(write, viewer(at), ids[6] ?? '', { kind: 'lovely', on: true });
    }
    const reported = give(0, [5], {
      ago: 2 * MINUTE_MS,
      message: 'Thanks for nothing at all, Ольга',
    });
    reportKudos(write, viewer(9), reported, 'Not kind');
    ids.push(reported);
    setKudosSettings(write, { coins_per_point: 1, giver_xp: 5 });
  });
  return [2, 3, 5, 6, 4, 7].flatMap((at) => ids[at] ?? []);
}
