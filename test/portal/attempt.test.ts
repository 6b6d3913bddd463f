import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conflict, type EngagedError, failure, notFound } from '../../src/domain/errors.ts';
import { en } from '../../src/portal/languages/en.ts';
import { attempt } from '../../src/portal/request/attempt.ts';
import { deserializeError, serializeError } from '../../src/worker/serialized-error.ts';

const FORM = new URLSearchParams({ name: 'a', first_day: 'b', last_day: 'c' });

/** What a form says about an error that comes from the writer thread. */
async function saidAbout(error: EngagedError) {
  const sent = deserializeError(structuredClone(serializeError(error)));
  const outcome = await attempt(en, FORM, () => Promise.reject(sent));
  const { status, refusal } = outcome as Extract<typeof outcome, { refusal: unknown }>;
  return { status, message: refusal.message, fields: refusal.fields };
}

test('an error of a service stands at the field that it names, in words of the portal', async () => {
  const late = failure('contest_ends_before_start', { field: 'last_day' });
  assert.equal(late.message, 'last_day must not be before first_day');
  assert.deepEqual(await saidAbout(late), {
    status: 400,
    message: '',
    fields: { last_day: 'The last day must not be before the first day.' },
  });
  assert.deepEqual(await saidAbout(failure('field_too_long', { field: 'name', max: 1_500 })), {
    status: 400,
    message: '',
    fields: { name: 'At most 1,500 characters.' },
  });
});

test('an error about a field that the form lacks stands above it', async () => {
  const error = failure('department_id_taken', { field: 'external_id', id: 'x' });
  assert.deepEqual(await saidAbout(error), {
    status: 409,
    message: 'This external ID belongs to another department.',
    fields: {},
  });
});

test('an error without a field stands above the form', async () => {
  assert.deepEqual(await saidAbout(failure('wall_limit', { limit: 50 })), {
    status: 409,
    message: 'At most 50 walls. Revoke one first.',
    fields: {},
  });
});

test('what only operators are told is said by its status', async () => {
  assert.deepEqual(await saidAbout(conflict('x exists already. Replace it with --force')), {
    status: 409,
    message: 'Something else was first. Look at the page again.',
    fields: {},
  });
  await assert.rejects(saidAbout(notFound('Gone')), { code: 'not_found', message: 'Gone' });
});
