import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPicture } from '../../src/domain/pictures/picture.ts';
import { defineBadge, listBadges } from '../../src/service/badges/badges.ts';
import { createCompany } from '../../src/service/company/companies.ts';
import { deleteCompany } from '../../src/service/company/company-deletion.ts';
import { type CompanyWrite, writeCompany } from '../../src/service/company/company-write.ts';
import { resetSandbox } from '../../src/service/company/sandbox.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { setLogo } from '../../src/service/pictures/pictures.ts';
import { addShopItem, listShopItems } from '../../src/service/shop/shop.ts';
import * as pictures from '../../src/store/pictures/pictures.ts';
import { EXIF_IN_JPEG, JPEG, jpegWith, png, WEBP } from '../domain/pictures.ts';
import { formsOf } from './forms.ts';
import { type Browser, type PortalService, startPortal, textOf } from './portal-service.ts';

/** Sends a form with files as browsers do. */
async function send(
  service: PortalService,
  { cookie }: Browser,
  path: string,
  fields: Record<string, string | { name: string; type: string; content: Uint8Array }>,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value);
    else
      form.append(name, new File([Buffer.from(value.content)], value.name, { type: value.type }));
  }
  const body = new Response(form);
  const headers = {
    ...{ Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
    'Content-Type': body.headers.get('content-type') ?? '',
  };
  return service.request('POST', path, { headers, body: Buffer.from(await body.arrayBuffer()) });
}

const file = (content: Uint8Array, name = 'picture.png') => ({ name, type: 'image/png', content });
const none = { name: '', type: 'application/octet-stream', content: new Uint8Array() };

const BADGE = { code: 'mentor', name: 'Mentor', category: 'social', rarity: 'rare' };
const ITEM = {
  ...{ name: 'Mug', description: 'Holds coffee', category: 'merch', coin_price: '80' },
  stock_remaining: '',
};

test('an uploaded picture is served to everybody who has its address, and never changes', async (t) => {
  const service = await startPortal(t, { publicUrl: 'https://people.acme.example/engaged' });
  const admin = service.signedIn('admin');
  const secret = Buffer.concat([jpegWith(EXIF_IN_JPEG(6)), Buffer.from('<script>')]);
  const made = await send(service, admin, '/portal/define-badge', {
    ...{ ...BADGE, description: '', icon_url: '' },
    icon: file(secret, 'evil.svg'),
  });
  assert.equal(made.status, 303);
  const { data } = (await service.request('GET', '/v1/badges', { key: service.liveKey })).json as {
    data: { code: string; icon_url: string }[];
  };
  const { icon_url } = data.find(({ code }) => code === 'mentor') ?? { icon_url: '' };
  assert.match(icon_url, /^https:\/\/people\.acme\.example\/engaged\/images\/[0-9a-f]{64}\.jpg$/);
  const path = icon_url.slice('https://people.acme.example/engaged'.length);
  const shown = await service.request('GET', path);
  const { headers } = shown;
  assert.deepEqual(
    [
      ...[shown.status, headers['content-type'], headers['cache-control']],
      ...[headers['x-content-type-options'], headers['content-security-policy']],
      headers['cross-origin-resource-policy'],
    ],
    [
      ...[200, 'image/jpeg', 'public, max-age=31536000, immutable'],
      ...['nosniff', "default-src 'none'", 'cross-origin'],
    ],
  );
  assert.doesNotMatch(shown.text, /script|Camera/);
  const head = await service.request('HEAD', path);
  assert.deepEqual(
    [head.status, head.headers['content-length'], head.text],
    [200, headers['content-length'], ''],
  );
  const known = { headers: { 'If-None-Match': String(headers.etag) } };
  const again = await service.request('GET', path, known);
  assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', headers.etag]);
  for (const wrong of [
    path.replace('.jpg', '.png'),
    '/images/x',
    '/images/',
    path.replace(/.\.jpg/, '-.jpg'),
  ])
    assert.equal((await service.request('GET', wrong)).status, 404);
  const key = service.issueKey({ scopes: ['badges:write', 'employees:read'] });
  const { employee_id: id } = service.write((write) =>
    addEmployee(write, { email: 'ada@acme.example' }),
  );
  const put = await service.request('PUT', `/v1/employees/${id}/badges/mentor`, { key });
  assert.equal((put.json as { icon_url: string }).icon_url, icon_url);
  const held = await service.request('GET', `/v1/employees/${id}/badges`, { key });
  assert.equal((held.json as { data: [{ icon_url: string }] }).data[0].icon_url, icon_url);
});

test('a form takes a picture in place of an address, and says at its field what is wrong with it', async (t) => {
  const service = await startPortal(t);
  const { db, companyId } = service;
  const admin = service.signedIn('admin');
  const offer = { ...ITEM, image_url: '' };
  for (const [content, words] of [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /A PNG, JPEG or WebP picture/],
    [png().subarray(0, 40), /cannot be read/],
    [Buffer.concat([png(), Buffer.alloc(1_100_000)]), /At most 1 MB/],
  ] as const) {
    const refused = await send(service, admin, '/portal/shop/add', {
      ...offer,
      image: file(content),
    });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /<p class="error" id="item-image-error">/);
    assert.match(textOf(refused), words);
    assert.match(refused.text, /value="Mug"/);
  }
  const without = await send(service, admin, '/portal/shop/add', { ...offer, image: none });
  assert.match(without.text, /<p class="error" id="item-image_url-error">/);
  const added = await send(service, admin, '/portal/shop/add', { ...offer, image: file(WEBP) });
  assert.equal(added.status, 303);
  const [mug] = listShopItems(db, companyId, service.clock.now);
  assert.match(mug?.image_url ?? '', /^\/images\/[0-9a-f]{64}\.webp$/);
  const page = await admin.get(added.headers.location ?? '');
  assert.match(page.text, new RegExp(`<img src="${mug?.image_url}"`));
  const values = { ...ITEM, stock_remaining: '', image_url: mug?.image_url ?? '' };
  const seen = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`seen-${name}`, value]),
  );
  const changed = await send(service, admin, `/portal/shop/${mug?.id}`, {
    ...{ ...values, ...seen, 'seen-image': values.image_url },
    image: file(png()),
  });
  assert.equal(changed.status, 303);
  const [now] = listShopItems(db, companyId, service.clock.now);
  assert.match(now?.image_url ?? '', /^\/images\/[0-9a-f]{64}\.png$/);
  // The one before is gone.
  assert.equal((await service.request('GET', mug?.image_url ?? '')).status, 404);
  assert.equal((await service.request('GET', now?.image_url ?? '')).status, 200);
});

test('beside its picture a form is as long as any other, whatever its parts are called', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const fields = { ...BADGE, description: '', icon_url: '' };
  const long = '"'.repeat(200_000);
  const file32 = file(Buffer.alloc(30_000_000, '"'));
  for (const [sent, status] of [
    [{ name: long }, 413],
    [{ name: file(Buffer.from(long)) }, 413],
    [{ unknown: long }, 413],
    [{ constructor: 'a', name: '' }, 400],
    [{ icon: file32 }, 400],
    [{ name: file32 }, 413],
  ] as const) {
    const answer = await send(service, admin, '/portal/define-badge', { ...fields, ...sent });
    assert.equal(answer.status, status);
    assert.ok(answer.text.length < 100_000, String(answer.text.length));
  }
  const twice = new FormData();
  for (const name of ['icon', 'icon']) twice.append(name, new File([long], 'a.png'));
  const body = new Response(twice);
  const headers = {
    ...{ Cookie: admin.cookie, 'Sec-Fetch-Site': 'same-origin' },
    'Content-Type': body.headers.get('content-type') ?? '',
  };
  const sent = { headers, body: Buffer.from(await body.arrayBuffer()) };
  assert.equal((await service.request('POST', '/portal/define-badge', sent)).status, 413);
});

test('a page shows the uploaded picture of a badge in place of its medal, until somebody removes it', async (t) => {
  const service = await startPortal(t);
  const { db, companyId } = service;
  const admin = service.signedIn('admin');
  const fields = { ...BADGE, description: '', icon_url: '' };
  await send(service, admin, '/portal/define-badge', { ...fields, icon: file(png()) });
  const iconOf = () => listBadges(db, companyId)[0]?.icon_url ?? null;
  const url = iconOf();
  const shown = (text: string) => [...text.matchAll(/<(?:img|svg) class="medal"[^>]*>/g)].join();
  for (const path of ['/portal/badges', '/portal/badges/mentor'])
    assert.match(
      shown((await admin.get(path)).text),
      new RegExp(`^<img class="medal" src="${url}" `),
    );
  const page = (await admin.get('/portal/badges/mentor')).text;
  assert.deepEqual(
    ['icon', 'icon_url', 'remove_icon'].filter((name) => page.includes(` name="${name}"`)),
    ['icon', 'remove_icon'],
  );
  const { code: _, ...values } = BADGE;
  const before = { ...values, description: '', remove_icon: '' };
  const seen = Object.entries(before).map(([name, value]) => [`seen-${name}`, value]);
  const removed = await send(service, admin, '/portal/badges/mentor', {
    ...{ ...values, description: '', ...Object.fromEntries(seen), 'seen-icon': '' },
    ...{ icon: none, remove_icon: 'yes' },
  });
  assert.equal(removed.status, 303);
  assert.equal(iconOf(), null);
  assert.match(shown((await admin.get('/portal/badges')).text), /^<svg class="medal" /);
  assert.equal((await service.request('GET', url ?? '')).status, 404);
});

test('a picture stays while anything shows it, and no address tells what another company has', async (t) => {
  const service = await startPortal(t);
  const { db, companyId, sandboxId } = service;
  const context = { now: service.clock.now, actor: 'test' };
  const icon = readPicture('icon', png());
  const badge = { code: 'a', name: 'A', category: 'social', rarity: 'rare' };
  const write = <T>(id: number, change: (write: CompanyWrite) => T) =>
    writeCompany(db, { companyId: id, ...context }, change);
  const { icon_url: first } = write(companyId, (one) => defineBadge(one, { ...badge, icon }));
  write(companyId, (one) => defineBadge(one, { ...badge, code: 'b', icon }));
  write(companyId, (one) => setLogo(one, icon));
  assert.equal(first, listBadges(db, companyId).find(({ code }) => code === 'b')?.icon_url);
  assert.equal(db.one(pictures.total, { companyId })?.bytes, png().length);
  write(companyId, (one) => defineBadge(one, badge));
  write(companyId, (one) => defineBadge(one, { ...badge, code: 'b' }));
  assert.equal((await service.request('GET', first ?? '')).status, 200);
  write(companyId, (one) => setLogo(one, null));
  assert.equal((await service.request('GET', first ?? '')).status, 404);

  const other = createCompany(db, { name: 'Other', ssoDomains: [], ...context }).company.companyId;
  const { icon_url: own } = write(companyId, (one) => defineBadge(one, { ...badge, icon }));
  const { icon_url: theirs } = write(other, (one) => defineBadge(one, { ...badge, icon }));
  assert.equal(own, first);
  assert.notEqual(theirs, own);
  // The path of another company's picture is no address.
  assert.throws(
    () => write(other, (one) => defineBadge(one, { ...badge, icon_url: own })),
    /icon_url must be an http or https address/,
  );
  // Nor is one of its own by another type: it would be removed with what shows it.
  assert.throws(
    () =>
      write(companyId, (one) =>
        defineBadge(one, { ...badge, code: 'b', icon_url: own?.replace('.png', '.jpg') ?? null }),
      ),
    /icon_url must be an http or https address/,
  );
  const { icon_url: sample } = write(sandboxId, (one) => defineBadge(one, { ...badge, icon }));
  write(sandboxId, resetSandbox);
  assert.equal((await service.request('GET', sample ?? '')).status, 404);
  deleteCompany(db, { companyId: other, ...context });
  assert.equal((await service.request('GET', theirs ?? '')).status, 404);
  assert.equal((await service.request('GET', own ?? '')).status, 200);
});

test('pictures of a company take at most 200 MB', async (t) => {
  const { db, companyId, clock } = await startPortal(t);
  const full = { type: 'png' as const, bytes: Buffer.alloc(1_048_576) };
  assert.throws(
    () =>
      writeCompany(db, { companyId, now: clock.now, actor: 'test' }, (write) => {
        for (let at = 0; at <= 200; at += 1) {
          full.bytes.writeUInt32BE(at);
          addShopItem(write, {
            ...{ name: `Item ${at}`, description: 'Many', category: 'merch', coin_price: 1 },
            ...{ stock_remaining: null, image_url: null, image: full },
          });
        }
      }),
    /would take more than 200 MB/,
  );
});

test('of two admins who choose pictures the second one is told, and nothing of the first one is lost', async (t) => {
  const service = await startPortal(t);
  const [first, second] = [
    service.signedIn('admin', { email: 'one@acme.example' }),
    service.signedIn('admin', { email: 'two@acme.example' }),
  ];
  const item = service.write((write) => {
    defineBadge(write, BADGE);
    return addShopItem(write, {
      ...{ name: 'Mug', description: 'Holds coffee', category: 'merch', coin_price: 80 },
      ...{ image_url: 'https://acme.example/mug.png', stock_remaining: null },
    }).id;
  });
  for (const [path, field] of [
    ['/portal/settings', 'logo'],
    ['/portal/badges/mentor', 'icon'],
    [`/portal/shop/${item}`, 'image'],
  ] as const) {
    const heldBy = async (browser: Browser) =>
      Object.fromEntries(
        formsOf((await browser.get(path)).text).flatMap(({ fields }) =>
          fields.filter(([name]) => name.startsWith('seen-')),
        ),
      );
    const fieldsOf = (held: Record<string, string>) => ({
      ...Object.fromEntries(Object.entries(held).map(([name, value]) => [name.slice(5), value])),
      ...held,
    });
    const held = await heldBy(second);
    const sent = await send(service, first, path, { ...fieldsOf(held), [field]: file(JPEG) });
    assert.equal(sent.status, 303, path);
    const late = await send(service, second, path, { ...fieldsOf(held), [field]: file(WEBP) });
    assert.equal(late.status, 409, path);
    assert.match(late.text, new RegExp(`-${field}-error">[^<]*changed in the meantime`));
    const after = await heldBy(second);
    assert.match(after[`seen-${field}`] ?? '', /^\/images\/[0-9a-f]{64}\.jpg$/);
    assert.equal(
      (await send(service, second, path, { ...fieldsOf(after), [field]: file(WEBP) })).status,
      303,
    );
    assert.match((await heldBy(second))[`seen-${field}`] ?? '', /\.webp$/);
  }
});

test('the logo stands on pages and walls, also of the sandbox, and is removed', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const set = await send(service, admin, '/portal/settings', { logo: file(JPEG) });
  assert.equal(set.status, 303);
  const logo = /<img class="logo" src="(\/images\/[0-9a-f]{64}\.jpg)" alt="">/;
  const [, path = ''] = logo.exec((await admin.get('/portal/settings')).text) ?? [];
  assert.match((await admin.get('/portal/sandbox/badges')).text, logo);
  assert.equal((await service.request('GET', path)).status, 200);
  const removed = await send(service, admin, '/portal/settings', { logo: none, remove_logo: 'on' });
  assert.equal(removed.status, 303);
  assert.doesNotMatch((await admin.get('/portal/settings')).text, logo);
  assert.equal((await service.request('GET', path)).status, 404);
});

test('browsers load pictures of other servers only where the operator allows it', async (t) => {
  for (const externalPictures of [false, true]) {
    const service = await startPortal(t, { externalPictures });
    service.write((write) =>
      addShopItem(write, {
        ...{ name: 'Mug', description: 'Holds coffee', category: 'merch', coin_price: 80 },
        ...{ stock_remaining: null, image_url: 'https://elsewhere.example/mug.png' },
      }),
    );
    const [mug] = listShopItems(service.db, service.companyId, service.clock.now);
    const page = await service.signedIn('admin').get(`/portal/shop/${mug?.id}`);
    assert.equal(
      page.text.includes('<img src="https://elsewhere.example/mug.png"'),
      externalPictures,
    );
    const policy = String(page.headers['content-security-policy']);
    assert.equal(policy.includes("img-src 'self' https: data:"), externalPictures);
    assert.equal(policy.includes("img-src 'self' data:"), !externalPictures);
  }
});
