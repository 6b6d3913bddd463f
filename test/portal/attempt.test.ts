import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  conflictingField,
  EngagedError,
  invalid,
  invalidField,
  notFound,
} from '../../src/domain/errors.ts';
import { attempt } from '../../src/portal/request/attempt.ts';
import { deserializeError, serializeError } from '../../src/worker/serialized-error.ts';

const FORM = new URLSearchParams({ name: 'a', first_day: 'b', last_day: 'c' });

/** What a form says about an error that comes from the writer thread. */
async function saidAbout(error: EngagedError) {
  const sent = deserializeError(structuredClone(serializeError(error)));
  const outcome = await attempt(FORM, () => Promise.reject(sent));
  const { status, refusal } = outcome as Extract<typeof outcome, { refusal: unknown }>;
  return { status, message: refusal.message, fields: refusal.fields };
}

test('an error of a service stands at the field that it names, in words of the form', async () => {
  assert.deepEqual(await saidAbout(invalidField('last_day', 'must not be before first_day')), {
    status: 400,
    message: '',
    fields: { last_day: 'Last day must not be before first day.' },
  });
  assert.deepEqual(await saidAbout(conflictingField('name', 'belongs to another one')), {
    status: 409,
    message: '',
    fields: { name: 'Name belongs to another one.' },
  });
});

test('where several fields are wrong each has its own error, and those that the form lacks stand above it', async () => {
  const fields = [
    { field: 'name', problem: 'must not be empty' },
    { field: 'first_day', problem: 'must be a day' },
    { field: 'prizes', problem: 'must be at most 20' },
  ];
  const error = new EngagedError('validation_failed', 'as one text', undefined, fields);
  assert.deepEqual(await saidAbout(error), {
    status: 400,
    message: 'Prizes must be at most 20.',
    fields: { name: 'Name must not be empty.', first_day: 'First day must be a day.' },
  });
});

test('an error without a field stands above the form as it is, whatever its text begins with', async () => {
  const message = 'name must be this; last_day must be that';
  assert.deepEqual(await saidAbout(invalid(message)), { status: 400, message, fields: {} });
  await assert.rejects(saidAbout(notFound('Gone')), { code: 'not_found', message: 'Gone' });
});
