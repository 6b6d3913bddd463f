import assert from 'node:assert/strict';
import { EngagedError } from '../../../src/domain/errors.ts';

/** The message with which `act` is refused as `validation_failed`; fails the test if it is not. */
export function refusalOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    assert.ok(error instanceof EngagedError, String(error));
    assert.equal(error.code, 'validation_failed');
    return error.message;
  }
  assert.fail('nothing was refused');
}
