import assert from 'node:assert/strict';
import type { CompanyWrite } from '../../src/service/company/company-write.ts';
import { addEmployee, type EmployeeDetails } from '../../src/service/people/employees.ts';
import type { TestResponse, TestService } from './harness.ts';

/** An id that does not exist. */
export const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000';

/** A response of a list; tests declare the type of its items. */
export type Page<T> = { data: T[]; pagination: { next_cursor: string | null } };

/** The body of a 200 response. */
export async function get<T>(
  service: TestService,
  path: string,
  key = service.liveKey,
): Promise<T> {
  const response = await service.request('GET', path, { key });
  assert.equal(response.status, 200, response.text);
  return response.json as T;
}

/** Sends a request and expects an error with exactly this message. */
export async function assertErrorMessage(
  service: TestService,
  path: string,
  expected: { status: 400 | 404; message: string },
  key = service.liveKey,
): Promise<void> {
  const response: TestResponse = await service.request('GET', path, { key });
  assert.equal(response.status, expected.status, response.text);
  assert.deepEqual(response.json, {
    error: {
      code: expected.status === 400 ? 'validation_failed' : 'not_found',
      message: expected.message,
      request_id: response.headers['x-request-id'],
    },
  });
}

/** All pages of a list, until the null cursor. */
export async function readAllPages<T>(
  service: TestService,
  path: string,
  limit: number,
): Promise<T[][]> {
  const pages: T[][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const separator = path.includes('?') ? '&' : '?';
    const page: Page<T> = await get(service, `${path}${separator}limit=${limit}&cursor=${cursor}`);
    pages.push(page.data);
    cursor = page.pagination.next_cursor;
  }
  return pages;
}

/** The cursor of the second page of a list. */
export async function cursorOf(
  service: TestService,
  path: string,
  key = service.liveKey,
): Promise<string> {
  const page: Page<unknown> = await get(service, path, key);
  assert.ok(page.pagination.next_cursor);
  return page.pagination.next_cursor;
}

/** Adds an employee whose email and external id are derived from one word; returns the id. */
export const addPerson = (
  write: CompanyWrite,
  word: string,
  details: EmployeeDetails = {},
): string =>
  addEmployee(write, { email: `${word}@acme.example`, external_id: `X-${word}`, ...details })
    .employee_id;
