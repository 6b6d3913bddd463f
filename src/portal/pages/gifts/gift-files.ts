import {
  type Gift,
  type GiftLineShown,
  listGiftLines,
  listGifts,
} from '../../../service/gifts/gifts.ts';
import { actorOf } from '../audit/decisions.ts';
import { FILE_PART, inParts, listFiles, partOf } from '../list-files.ts';
import { READERS } from '../roles.ts';
import { requireGiftOf, whyOf } from './gift.ts';
import { originOf } from './gift-view.ts';

/** What was given to many at once. */
export const giftsFiles = listFiles<'/given', Gift>({
  path: '/given',
  roles: READERS,
  columns: [
    {
      name: (t) => t.files.time(t.format),
      dates: 'time',
      value: (gift, { t }) => t.format.isoTime(Date.parse(gift.given_at)),
    },
    { name: (t) => t.given.what, value: ({ reason }) => reason },
    { name: (t) => t.given.to, value: (gift, { t }) => originOf(t, gift) },
    { name: (t) => t.given.by, value: (gift, call) => actorOf(call, gift.given_by) },
    { name: (t) => t.given.people, value: ({ people }) => people },
    { name: (t) => t.given.xp, value: ({ xp }) => xp },
    { name: (t) => t.given.coins, value: ({ coins }) => coins },
    { name: (t) => t.given.badges, value: ({ badges }) => badges },
    { name: (t) => t.given.state, value: ({ state }, { t }) => t.given.states[state] },
    { name: (t) => t.files.id, value: ({ id }) => id },
  ],
  open: ({ t, now, services, company }) => ({
    file: `${t.files.names.given}-${t.format.isoDay(now)}`,
    sheet: t.given.title,
    parts: inParts(Number.MAX_SAFE_INTEGER, (before) => {
      const list = { before, count: FILE_PART };
      const { gifts, next } = listGifts(services.db, company.companyId, list);
      return { rows: gifts, next };
    }),
  }),
});

/** Who got what of a gift; of a list its rows as they were read, with those that gave nothing. */
export const giftLinesFiles = listFiles<'/given/:id/lines', GiftLineShown>({
  path: '/given/:id/lines',
  roles: READERS,
  columns: [
    { name: (t) => t.given.line, value: ({ line }) => line },
    { name: (t) => t.given.inList, value: ({ said }) => said },
    { name: (t) => t.given.person, value: ({ name }) => name },
    { name: (t) => t.people.externalId, value: ({ external_id }) => external_id },
    { name: (t) => t.people.department, value: ({ department }) => department },
    { name: (t) => t.given.xp, value: ({ xp }) => xp },
    { name: (t) => t.given.coins, value: ({ coins }) => coins },
    { name: (t) => t.given.forTheXp, value: (line) => line.coins_for_xp },
    { name: (t) => t.given.badge, value: ({ badge }) => badge },
    { name: (t) => t.people.reason, value: ({ reason }) => reason },
    { name: (t) => t.files.countsFor, dates: 'time', value: ({ at }) => at },
    { name: (t) => t.given.state, value: ({ state }, { t }) => t.given.lineStates[state] },
    { name: (t) => t.files.why, value: (line, { t }) => whyOf(t, line) },
    { name: (t) => t.files.personId, value: (line) => line.employee_id },
  ],
  open: (call) => {
    const { id } = requireGiftOf(call);
    const { services, company } = call;
    return {
      file: `${call.t.files.names.given}-${id}`,
      sheet: call.t.given.title,
      parts: inParts(0, (after) => {
        const list = { after, count: FILE_PART };
        const rows = listGiftLines(services.db, company.companyId, id, list);
        return partOf(rows, ({ line }) => line);
      }),
    };
  },
});
