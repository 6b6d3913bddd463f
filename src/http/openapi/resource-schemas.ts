import { MODES, SCOPES } from '../../domain/api-key.ts';
import { BADGE_CATEGORIES, BADGE_RARITIES } from '../../domain/badge.ts';
import { ERROR_CODES, type ErrorCode } from '../../domain/errors.ts';
import { SHOP_CATEGORIES } from '../../domain/shop.ts';
import {
  answerObject,
  flag,
  listOf,
  oneOf,
  oneOfExplained,
  orNull,
  ref,
  type Schema,
  text,
  timestamp,
  uuid,
  whole,
} from './schema.ts';

const NAME =
  'The account name once the person has signed in; before that the name that a roster sync sent, or null.';

const ERROR_MEANINGS: Readonly<Record<ErrorCode, string>> = {
  validation_failed: 'A parameter, a cursor or the body is not valid.',
  unauthorized: 'There is no key in good standing.',
  forbidden: 'The key lacks the scope.',
  not_found: 'It is not one of the company, or there is no such path or method.',
  conflict: 'Another sync is in the way, or a write clashed with what is on record.',
  length_required: 'The body of a sync came without `Content-Length`.',
  payload_too_large: 'The body is too large.',
  bad_request: 'Any other client error.',
  rate_limit_exceeded: 'A limit was hit.',
  internal_error: 'The service failed.',
  unavailable: 'The service cannot do its work at the moment.',
};

const department = orNull(ref('DepartmentReference'));

const page = (item: string, what: string): Schema =>
  answerObject(`One page of ${what}.`, {
    data: listOf(ref(item), 'The items of the page, in the order of the list.'),
    pagination: ref('Pagination'),
  });

/** What the read endpoints answer with. */
export const RESOURCE_SCHEMAS: Readonly<Record<string, Schema>> = {
  DepartmentReference: answerObject('A department, as it stands beside people.', {
    id: uuid('The department.'),
    external_id: orNull(
      text("The HR system's key; null for a department that was made from a name alone."),
    ),
    name: text('What it is called.'),
  }),
  Employee: answerObject('Somebody active in the company.', {
    employee_id: uuid('Stays the same for as long as the person belongs to the company.'),
    external_id: orNull(text("The HR system's key; null if none was set.")),
    name: orNull(text(NAME)),
    email: text('Work address. In a sandbox a stand-in that nothing can be delivered to.'),
    department,
  }),
  EmployeePage: page('Employee', 'employees'),
  EmployeeStats: answerObject('What somebody has earned, and where that places them.', {
    level: { ...whole('Follows from all-time XP.', 1), maximum: 100 },
    xp: whole('All-time XP; below zero after a correction that took away more than there was.'),
    xp_to_next_level: whole('XP still missing to the next level; 0 at the highest.', 0),
    coins: whole('Coins to spend in the shop.', 0),
    company_rank: whole('Place among all active employees by all-time XP.', 1),
    department_rank: orNull(
      whole("Place among the department's own members; null without a department.", 1),
    ),
    badges_count: whole('Badges held now; revoked ones do not count.', 0),
  }),
  Badge: answerObject('A badge that somebody holds.', {
    code: text('What the badge is known by; never changes.'),
    name: text('What it is called.'),
    description: orNull(text('What it is for.')),
    category: oneOf(BADGE_CATEGORIES, 'What kind of thing it honours.'),
    rarity: oneOf(BADGE_RARITIES, 'How rare it is meant to be.'),
    icon_url: orNull(text('Where its picture is.')),
    awarded_at: timestamp('When it was awarded.'),
  }),
  BadgePage: page('Badge', 'badges'),
  LeaderboardRow: answerObject('Somebody in a ranking.', {
    rank: whole('Place in the whole company for the period. No two people share one.', 1),
    employee_id: uuid('Who it is.'),
    external_id: orNull(text("The HR system's key; null if none was set.")),
    name: orNull(text(NAME)),
    department,
    level: { ...whole('Follows from all-time XP, whatever the period.', 1), maximum: 100 },
    xp: whole(
      'XP earned in the period, which decides the order. A correction can take it below 0.',
    ),
  }),
  LeaderboardPage: page('LeaderboardRow', 'a ranking'),
  DepartmentGroup: answerObject('A department and its best.', {
    department,
    department_total_xp: whole('XP of all members in the period, to look at; not a ranking.'),
    member_count: whole('How many active members it has.', 0),
    leaders: listOf(ref('LeaderboardRow'), 'The best of them, with their company-wide places.'),
  }),
  DepartmentGroups: answerObject('Every department with its best, always on one page.', {
    data: listOf(ref('DepartmentGroup'), 'By name ignoring case; people without one come last.'),
    pagination: answerObject('There is never a second page.', {
      next_cursor: { description: 'Always null.', type: 'null' },
    }),
  }),
  Department: answerObject('A department.', {
    id: uuid('The department.'),
    external_id: orNull(
      text("The HR system's key; null for a department that was made from a name alone."),
    ),
    name: text('What it is called.'),
    parent_id: orNull(uuid('The department above it; null at the top.')),
    archived_at: orNull(timestamp('When it was archived; null while it is in use.')),
  }),
  DepartmentPage: page('Department', 'departments'),
  ShopItem: answerObject('Something to redeem coins for.', {
    id: uuid('The item.'),
    name: text('What it is called.'),
    description: text('What one gets.'),
    category: oneOf(SHOP_CATEGORIES, 'What kind of reward it is.'),
    image_url: text('Where its picture is.'),
    coin_price: whole('What it costs, in coins.', 0),
    stock_remaining: orNull(whole('How many are left; 0: sold out, null: without limit.', 0)),
    is_new: flag('Added less than 30 days ago.'),
  }),
  ShopItemPage: page('ShopItem', 'shop items'),
  Pagination: answerObject('Where a list goes on.', {
    next_cursor: orNull(text('To be sent back as `cursor` for the next page; null on the last.')),
  }),
  Status: answerObject('What a key is and what it opens.', {
    status: { description: 'The service works.', const: 'ok', type: 'string' },
    mode: oneOf(MODES, '`live` acts on the company, `test` on its sandbox.'),
    company: answerObject('Whose data the key opens.', {
      id: uuid('The company.'),
      name: text('What it is called.'),
    }),
    key: answerObject('The key itself.', {
      id: uuid('What operators know it by.'),
      name: text('What it was named when it was issued.'),
      hint: text('Its beginning and its end.'),
      scopes: listOf({ type: 'string', enum: SCOPES }, 'What it may do.'),
      created_at: timestamp('When it was issued.'),
      expires_at: orNull(timestamp('When it stops working; null if never.')),
    }),
    limits: answerObject('How much it may ask for.', {
      requests_per_minute: whole('Requests in a minute.', 1),
      syncs_per_hour: whole('Roster syncs in an hour.', 1),
    }),
    api_version: text('The version of this description.'),
    server_time: timestamp("The service's clock."),
  }),
  Health: answerObject('All is well.', {
    status: {
      description: 'Always `ok`; anything else comes as an error.',
      const: 'ok',
      type: 'string',
    },
  }),
  OpenApiDocument: {
    description: 'An OpenAPI 3.1 document.',
    type: 'object',
    properties: { openapi: text('Its version of OpenAPI.') },
    required: ['openapi'],
    additionalProperties: true,
  },
  Error: answerObject('The one body that every error has.', {
    error: answerObject('What went wrong.', {
      code: oneOfExplained(
        ERROR_CODES,
        ERROR_MEANINGS,
        'To branch on. New ones may appear: go by the HTTP status of those you do not know.',
      ),
      message: text(
        'For logs and people. Its wording may change. It repeats nothing that was sent.',
      ),
      request_id: uuid('Equals the `X-Request-Id` header.'),
    }),
  }),
};
