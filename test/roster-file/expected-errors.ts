import assert from 'node:assert/strict';
import { EngagedError, UsageError } from '../../src/domain/errors.ts';

/** The message with which `act` is refused as `validation_failed`; fails the test if it is not. */
export function validationMessage(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    assert.ok(error instanceof EngagedError, String(error));
    assert.equal(error.code, 'validation_failed');
    return error.message;
  }
  assert.fail('nothing was refused');
}

/** The message with which `act` is refused as wrong usage; fails the test if it is not. */
export function usageMessage(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    assert.ok(error instanceof UsageError, String(error));
    return error.message;
  }
  assert.fail('nothing was refused');
}
