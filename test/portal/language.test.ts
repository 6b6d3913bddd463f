import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWall } from '../../src/service/boards/walls.ts';
import { updateCompany } from '../../src/service/company/companies.ts';
import type { TestResponse } from '../http/harness.ts';
import { type PortalService, startPortal } from './portal-service.ts';

/** What `<html lang>` says of a page. */
const languageOf = ({ text }: TestResponse): string | undefined =>
  /^<!doctype html>\n<html lang="([^"]*)">/.exec(text)?.[1];

const speak = ({ write, clock }: PortalService, language: string) =>
  write((one) => updateCompany(one, { language }), clock.now);

const GERMAN = { 'Accept-Language': 'de-DE,de;q=0.9,en;q=0.5' };
const ENGLISH = { 'Accept-Language': 'en-US,en;q=0.9' };
const KLINGON = { 'Accept-Language': 'tlh' };

test('a page is in the language of the account, else of the browser, else of the company, else in English', async (t) => {
  const service = await startPortal(t);
  const person = service.signedIn('none');
  const shown = async (headers: Record<string, string>) =>
    languageOf(await person.get('/portal/account', headers));
  const each = async () => [await shown(GERMAN), await shown(ENGLISH), await shown(KLINGON)];
  assert.deepEqual(await each(), ['de', 'en', 'en']);
  speak(service, 'de');
  assert.deepEqual(await each(), ['de', 'en', 'de']);
  const choose = (language: string) => person.post('/portal/account/language', { language });
  assert.equal((await choose('en')).status, 303);
  assert.deepEqual(await each(), ['en', 'en', 'en']);
  assert.equal((await choose('')).status, 303);
  assert.deepEqual(await each(), ['de', 'en', 'de']);
  assert.equal((await choose('tlh')).status, 400);
});

test('before the sign-in the language of the browser counts, or the one that was chosen in it', async (t) => {
  const service = await startPortal(t);
  const browser = service.browser();
  const shown = async (headers = {}) =>
    languageOf(await browser.get('/portal/sign-in?next=/portal/shop', headers));
  assert.deepEqual([await shown(GERMAN), await shown(KLINGON), await shown()], ['de', 'en', 'en']);
  speak(service, 'de');
  assert.deepEqual([await shown(ENGLISH), await shown(KLINGON)], ['en', 'de']);
  const { status, headers } = await browser.post('/portal/sign-in/language?next=%2Fportal%2Fshop', {
    language: 'en',
  });
  assert.deepEqual([status, headers.location], [303, '/portal/sign-in?next=%2Fportal%2Fshop']);
  assert.deepEqual([await shown(GERMAN), await shown(KLINGON)], ['en', 'en']);
});

test('an error is in the language of whoever sees it', async (t) => {
  const service = await startPortal(t);
  const seen = async (path: string, headers: Record<string, string>) =>
    languageOf(await service.browser().get(path, headers));
  assert.equal(await seen('/portal/nothing', GERMAN), 'de');
  assert.equal(await seen('/portal/link/unknown', GERMAN), 'de');
  assert.equal(await seen('/wall/unknown', GERMAN), 'de');
});

test('a wall is in its own language, or in that of the company, whoever looks', async (t) => {
  const service = await startPortal(t);
  const { write, clock } = service;
  const wallOf = (language?: string) =>
    write((one) => createWall(one, { period: 'this_month', rows: 5, language }), clock.now).token;
  const [german, plain] = [wallOf('de'), wallOf()];
  const shown = async (token: string) =>
    languageOf(await service.browser().get(`/wall/${token}`, ENGLISH));
  assert.deepEqual([await shown(german), await shown(plain)], ['de', 'en']);
  speak(service, 'de');
  assert.deepEqual([await shown(german), await shown(plain)], ['de', 'de']);
});
