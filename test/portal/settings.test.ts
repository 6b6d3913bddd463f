import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCompany } from '../../src/service/company/companies.ts';
import { settingsOf } from '../../src/service/company/settings.ts';
import { startPortal, textOf } from './portal-service.ts';

const DEFAULTS = {
  logo_url: null,
  ...{ ask_above_xp: 10_000, ask_above_coins: 1_000, ties: 'shared' },
  ...{ coins_per_100_xp: 0, worth_of_100_coins: 0, currency: 'EUR' },
  ...{ welcome_xp: 0, welcome_coins: 0, welcome_reason: 'Welcome', about: null },
  ...{ language: 'en', time_zone: 'UTC', roster_authority: 'roster' },
  ...{
    mails: 'redemption,badge,prize,decision,blocked,thanks',
    ranking: 'named',
    hide_names_in_api: false,
  },
  ...{ smallest_group: 5, managers_see_people: true },
};

/** The form as a browser sends it while nothing in it is changed. */
const formOf = (name: string) => {
  const held = {
    ...{ name, ask_above_xp: '10000', ask_above_coins: '1000', ties: 'shared' },
    ...{ coins_per_100_xp: '0', worth_of_100_coins: '0.00', currency: 'EUR' },
    ...{
      welcome_xp: '0',
      welcome_coins: '0',
      welcome_reason: 'Welcome',
      about: '',
      ...{ language: 'en', time_zone: 'UTC' },
    },
    ...{ mail_redemption: 'on', mail_badge: 'on', mail_prize: 'on', ranking: 'named' },
    ...{ smallest_group: '5', managers_see_people: 'on' },
  };
  const seen = Object.entries(held).map(([field, value]) => [`seen-${field}`, value]);
  return { ...held, ...Object.fromEntries(seen) } as Record<string, string>;
};

test('an admin names the company and sets what its programme does, in the sandbox too', async (t) => {
  const service = await startPortal(t);
  const { db, companyId } = service;
  const admin = service.signedIn('admin');
  const { name } = settingsOf(db, companyId);
  const { status, headers } = await admin.post('/portal/settings', {
    ...formOf(name),
    ...{ name: 'Adventure Works', ask_above_xp: '2,500', ties: 'first' },
    ...{ coins_per_100_xp: '15', worth_of_100_coins: '2,50', currency: 'PLN' },
    ...{ welcome_xp: '50', welcome_coins: '20', welcome_reason: 'Hello' },
    ...{ language: 'de', time_zone: 'Asia/Tokyo' },
    ...{ ranking: 'opt-in', hide_names_in_api: 'on', smallest_group: '8' },
    managers_see_people: '',
    about: 'Courses bring 100 XP.\r\nMentoring brings 200 XP.',
  });
  assert.equal(status, 303);
  const page = await admin.get(headers.location ?? '');
  assert.match(textOf(page), /^.* Adventure Works .* The settings are changed\./s);
  assert.deepEqual(settingsOf(db, companyId), {
    logo_url: null,
    ...{ name: 'Adventure Works', ask_above_xp: 2_500, ask_above_coins: 1_000, ties: 'first' },
    ...{ coins_per_100_xp: 15, worth_of_100_coins: 2.5, currency: 'PLN' },
    ...{ welcome_xp: 50, welcome_coins: 20, welcome_reason: 'Hello' },
    about: 'Courses bring 100 XP.\nMentoring brings 200 XP.',
    ...{ language: 'de', time_zone: 'Asia/Tokyo', roster_authority: 'roster' },
    ...{
      mails: 'redemption,badge,prize,decision,blocked,thanks',
      ranking: 'opt-in',
      hide_names_in_api: true,
    },
    ...{ smallest_group: 8, managers_see_people: false },
  });
  const contest = (await admin.get('/portal/sandbox/contests/new')).text;
  assert.match(contest, /<option value="first" selected>/);
  const own = (await service.signedIn('none').get('/portal/me')).text;
  assert.match(own, /Courses bring 100 XP\.\nMentoring brings 200 XP\./);
});

test('what is wrong in the settings is said at its field, and nothing is changed', async (t) => {
  const service = await startPortal(t);
  const { db, companyId } = service;
  const owner = service.signedIn('owner');
  const { name } = settingsOf(db, companyId);
  const refused = async (fields: Record<string, string>) => {
    const answer = await owner.post('/portal/settings', { ...formOf(name), ...fields });
    const [, error] = /<p class="error" id="company-([^"]+)-error">/.exec(answer.text) ?? [];
    return [answer.status, error];
  };
  assert.deepEqual(
    [
      await refused({ name: '' }),
      await refused({ ask_above_xp: '0' }),
      await refused({ ask_above_coins: 'many' }),
      await refused({ ties: 'joined' }),
      await refused({ coins_per_100_xp: '1001' }),
      await refused({ worth_of_100_coins: '2.505' }),
      await refused({ currency: 'DEM' }),
      await refused({ language: 'tlh' }),
      await refused({ time_zone: 'CET' }),
      await refused({ welcome_xp: '1000001' }),
      await refused({ welcome_reason: '' }),
      await refused({ ranking: 'everybody' }),
      await refused({ smallest_group: '2' }),
      await refused({ 'seen-name': 'An older name', name: 'A new name' }),
    ],
    [
      [400, 'name'],
      [400, 'ask_above_xp'],
      [400, 'ask_above_coins'],
      [400, 'ties'],
      [400, 'coins_per_100_xp'],
      [400, 'worth_of_100_coins'],
      [400, 'currency'],
      [400, 'language'],
      [400, 'time_zone'],
      [400, 'welcome_xp'],
      [400, 'welcome_reason'],
      [400, 'ranking'],
      [400, 'smallest_group'],
      [409, 'name'],
    ],
  );
  assert.deepEqual(settingsOf(db, companyId), { name, ...DEFAULTS });
});

test('where several companies share the data, none names itself, so that no name tells of another one', async (t) => {
  const service = await startPortal(t);
  const { db, companyId } = service;
  createCompany(db, { name: 'Other', ssoDomains: [], now: service.clock.now, actor: 'test' });
  const owner = service.signedIn('owner');
  const page = await owner.get('/portal/settings');
  assert.doesNotMatch(page.text, /name="name"/);
  const { name } = settingsOf(db, companyId);
  for (const wanted of ['Other', 'Free']) {
    const { status } = await owner.post('/portal/settings', { ...formOf(name), name: wanted });
    assert.equal(status, 403);
  }
  const amounts = { ...formOf(name), ask_above_coins: '50' };
  assert.equal((await owner.post('/portal/settings', amounts)).status, 303);
  assert.deepEqual(settingsOf(db, companyId), { name, ...DEFAULTS, ask_above_coins: 50 });
});
