import { failure, invalid } from '../../../domain/errors.ts';
import { BODY_BOUNDS, TOO_MANY_VALUES } from '../../../domain/json-body.ts';
import { formatNumber } from '../../../domain/number-text.ts';
import { MAX_ROWS, rosterSync } from '../../../domain/roster/sync-request.ts';
import { syncResult } from '../../../domain/roster/sync-result.ts';
import type { SyncEndpoint } from '../../endpoint.ts';
import {
  errorResponse,
  forbidden,
  header,
  rateHeaders,
  rateLimited,
  shared,
} from '../../openapi/responses.ts';
import {
  ENCODED_BODY,
  LENGTH_REQUIRED,
  payloadTooLarge,
  syncLimitExceeded,
  toProblem,
} from '../../response/problems.ts';
import { SYNC_BODY_LIMIT } from '../../server/body-framing.ts';

const SCOPE = 'employees:write';

/** A roster of two people. The second one's department does not exist. */
const ROSTER_EXAMPLE = {
  employees: [
    {
      external_id: 'E-2001',
      email: 'ines.falkenrath@example.com',
      first_name: 'Ines',
      last_name: 'Falkenrath',
      department_name: 'Logistics',
      job_title: 'Planner',
    },
    {
      external_id: 'E-2002',
      email: 'tomasz.brandt@example.com',
      first_name: 'Tomasz',
      last_name: 'Brandt',
      department_external_id: 'D-77',
    },
  ],
  deactivate_missing: false,
};

/** `PUT /v1/employees/sync`, the one write of the API contract. */
export const syncRoster: SyncEndpoint = {
  method: 'PUT',
  path: '/v1/employees/sync',
  operationId: 'syncRoster',
  tag: 'Roster sync',
  scope: SCOPE,
  summary: 'Sync a roster',
  description: `Creates, updates and, if requested, deactivates people until the company matches the roster. Rows match by \`external_id\`, then by \`email\`; a row that matches nobody creates a person. Sending the same roster again changes nothing.

Each row is judged by itself: a row that cannot be applied changes nothing and is listed in \`errors\`; the others are applied. Optional fields that are left out keep what is on record; null or an empty text clears it. Names and email addresses of people on record never change.

With \`deactivate_missing\`, people with an \`external_id\` who are not in the roster are deactivated. Nobody is deactivated if a row was rejected as invalid, duplicate or outside the sign-in domains, or if it would be more people than \`max_deactivations\`, by default 10 or 20 % of those eligible, whichever is more. Admins, holders of a portal role and people without \`external_id\` are never deactivated.

With \`dry_run\`, an addition to the API contract, every check is made and the response is that of the sync, but nothing is changed or recorded.

Send a roster of more than 5,000 rows in several requests, one after another, with \`deactivate_missing\` false. A company has one sync at a time: after a 409, wait as \`Retry-After\` says and send the same request again. With a test key the rows go to the sandbox, which takes 500 people and keeps placeholders for their email addresses.

Fields that are not described here are ignored, but count: a body may have 16 MB, nest ${BODY_BOUNDS.depth} levels deep and hold ${formatNumber(BODY_BOUNDS.values)} values.`,
  requestBody: {
    schema: rosterSync,
    example: { summary: 'A roster of two people', value: ROSTER_EXAMPLE },
  },
  response: {
    description: 'The roster was applied, except for the rows in `errors`.',
    schema: syncResult,
    example: {
      created: 1,
      updated: 0,
      unchanged: 0,
      reactivated: 0,
      deactivated: 0,
      departments_created: 1,
      departments_restored: 0,
      deactivation_candidates: [
        {
          employee_id: '019aa5b1-3c00-7009-8e21-74b3f0c95d18',
          external_id: 'E-1002',
          email: 'u-5d41402abc4b2a76b9719d91@sandbox.invalid',
        },
      ],
      deactivation_candidates_total: 1,
      unlinked_members: 2,
      deactivation_limit: 10,
      deactivation_skipped_reason: null,
      errors: [
        {
          index: 1,
          external_id: 'E-2002',
          code: 'unknown_department',
          message:
            'No department has this department_external_id; send department_name to create one',
        },
      ],
      warnings: [],
    },
  },
  typescript: `const result = await client.syncRoster([
  {
    external_id: 'E-2001',
    email: 'ines.falkenrath@example.com',
    first_name: 'Ines',
    last_name: 'Falkenrath',
    department_name: 'Logistics',
  },
]);
for (const { index, code, message } of result.errors) console.log(index, code, message);`,
  errors: {
    400: errorResponse({
      description:
        'The body as a whole is not a roster. Problems with single rows are listed in the `errors` of a 200.',
      problems: {
        json: ['Not JSON', toProblem(invalid('The body must be JSON'))],
        rows: [
          'Too many rows',
          toProblem(invalid(`employees must contain no more than ${MAX_ROWS} elements`)),
        ],
        values: [
          'Too many values, including those of ignored fields',
          toProblem(invalid(TOO_MANY_VALUES)),
        ],
      },
      headers: rateHeaders('OrNone'),
    }),
    401: shared('Unauthorized'),
    403: forbidden(SCOPE),
    409: errorResponse({
      description: 'Another sync is running. Wait, and send the same request again.',
      problems: {
        company: ['Another sync of the company', toProblem(failure('roster_sync_running'))],
        service: ['Four other syncs', toProblem(failure('roster_syncs_running'))],
      },
      headers: { 'Retry-After': header('RetryAfterOrNone'), ...rateHeaders('OrNone') },
    }),
    411: errorResponse({
      description: 'The request has no `Content-Length`, for example because it is chunked.',
      problems: { length_required: ['No Content-Length', LENGTH_REQUIRED] },
    }),
    413: errorResponse({
      description: 'The body is over 16 MB.',
      problems: { payload_too_large: ['Over 16 MB', payloadTooLarge(SYNC_BODY_LIMIT)] },
    }),
    429: rateLimited({ syncs: ["The key's syncs an hour", syncLimitExceeded(1260)] }),
    500: shared('InternalError'),
    503: shared('Unavailable'),
    '4XX': errorResponse({
      description: 'Any other client error, under its own HTTP status.',
      problems: { encoded: ['A compressed body', ENCODED_BODY] },
      headers: rateHeaders('OrNone'),
    }),
  },
};
