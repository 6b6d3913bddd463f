import { A_DAY, isDay } from '../iso-time.ts';
import { codePoints, fold, isStorable } from '../text.ts';
import { DuplicateFinder } from './duplicates.ts';
import { isEmail } from './email.ts';
import { DETAIL_NAMES, ROSTER_FIELDS as FIELDS, type RosterField, toDetails } from './fields.ts';
import { MAX_ROWS_KEPT, repeatable } from './repeatable.ts';
import { toRowError } from './row-messages.ts';
import type {
  RejectedRow,
  Roster,
  RosterRow,
  RowError,
  RowErrorCode,
  RowReading,
  SentRows,
} from './types.ts';

export type ReadRules = {
  /** The folded domains people sign in with; null where any address will do. */
  ssoDomains: ReadonlySet<string> | null;
  /** The domains of people without an email; they are allowed beside the others. */
  noEmailDomains?: ReadonlySet<string>;
  /** From the folded email to the key it is stored and matched under. */
  emailKeyOf: (foldedEmail: string) => string;
};

/**
 * Reads the rows of a roster, straight from `JSON.parse`, into usable form. Never throws: what is wrong
 * with a row is in its error, several problems of one row joined with `; `. A row's first failing check
 * decides its code: validity, repeated external id, repeated email, sign-in domain.
 *
 * @param maxRowsKept how long a roster may be to be kept in memory
 */
export function readRoster(
  values: SentRows,
  rules: ReadRules,
  maxRowsKept = MAX_ROWS_KEPT,
): Roster {
  const size = values.length;
  const isKept = size <= maxRowsKept;
  const valid = new Uint8Array(size);
  const readings = repeatable(isKept, () => readRows(values, rules, valid));
  const externalIds = new DuplicateFinder(size);
  const emailKeys = new DuplicateFinder(size);
  // A row that fails elsewhere still spoils the value it shares with another.
  for (const { externalId, emailKey } of readings) {
    if (externalId !== null) externalIds.add(externalId);
    if (emailKey !== null) emailKeys.add(emailKey);
  }
  if (externalIds.needsComparison() || emailKeys.needsComparison()) {
    for (const { externalId, emailKey } of readings) {
      if (externalId !== null) externalIds.compare(externalId);
      if (emailKey !== null) emailKeys.compare(emailKey);
    }
  }
  const codeFor = ({ externalId, emailKey, email, hasEmail }: RosterRow): RowErrorCode | null => {
    if (externalIds.isDuplicate(externalId)) return 'duplicate_external_id';
    if (emailKeys.isDuplicate(emailKey)) return 'duplicate_email';
    const { ssoDomains } = rules;
    const isAllowed = ssoDomains === null || !hasEmail || ssoDomains.has(domainOf(email));
    return isAllowed ? null : 'email_domain_not_allowed';
  };
  function* evaluate(): Generator<RowReading> {
    for (const reading of readings) {
      const code = 'error' in reading ? null : codeFor(reading);
      yield 'error' in reading || code === null ? reading : reject(reading, code);
    }
  }
  return { size, isKept, readings: repeatable(isKept, evaluate) };
}

const reject = (row: RosterRow, code: RowErrorCode): RejectedRow => ({
  error: toRowError(row, code),
  externalId: row.externalId,
  emailKey: row.emailKey,
});

/**
 * The rows, each judged by itself.
 *
 * @param valid 1 by the index of each row that was found valid, so that it is not checked again in the next pass
 */
function* readRows(
  values: Iterable<unknown>,
  rules: ReadRules,
  valid: Uint8Array,
): Generator<RowReading> {
  const problems: string[] = [];
  let index = 0;
  for (const value of values) {
    problems.length = 0;
    const reading = readRow(value, index, problems, rules, valid[index] ? toValue : checkText);
    if (!('error' in reading)) valid[index] = 1;
    index++;
    yield reading;
  }
}

/** The names that the table of fields gives them. */
type SentRow = { [Key in keyof typeof FIELDS as (typeof FIELDS)[Key]['name']]?: unknown };

function readRow(
  value: unknown,
  index: number,
  problems: string[],
  rules: ReadRules,
  check: typeof checkText,
): RowReading {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.push('The row must be an object');
    return { error: toError(index, null, problems), externalId: null, emailKey: null };
  }
  // The copy has own properties only: nothing that a prototype lends was sent.
  const sent: SentRow = { ...value };
  const externalId = readField(sent.external_id, FIELDS.externalId, problems, check) ?? null;
  const email = readField(sent.email, FIELDS.email, problems, check) ?? null;
  const emailKey = email === null ? null : rules.emailKeyOf(fold(email));
  const firstName = readField(sent.first_name, FIELDS.firstName, problems, check) ?? null;
  const lastName = readField(sent.last_name, FIELDS.lastName, problems, check) ?? null;
  const departmentExternalId = readField(
    sent.department_external_id,
    FIELDS.departmentExternalId,
    problems,
    check,
  );
  const departmentName = readField(sent.department_name, FIELDS.departmentName, problems, check);
  const details = toDetails((field) =>
    readField(sent[DETAIL_NAMES[field]], FIELDS[field], problems, check),
  );
  if (
    problems.length > 0 ||
    externalId === null ||
    email === null ||
    emailKey === null ||
    firstName === null ||
    lastName === null
  )
    return { error: toError(index, externalId, problems), externalId, emailKey };
  return {
    index,
    externalId,
    email,
    emailKey,
    hasEmail: !rules.noEmailDomains?.has(domainOf(email)),
    firstName,
    lastName,
    departmentExternalId,
    departmentName,
    ...details,
  };
}

const toError = (
  index: number,
  externalId: string | null,
  problems: readonly string[],
): RowError => ({
  index,
  external_id: externalId,
  code: 'validation_failed',
  message: problems.join('; '),
});

/**
 * The field's trimmed text, null where it is to be cleared, undefined where it was left out or cannot be
 * used; in the last case the reason is added to `problems`.
 */
function readField(
  value: unknown,
  field: RosterField,
  problems: string[],
  check: typeof checkText,
): string | null | undefined {
  if (value === undefined) {
    if (field.required) problems.push(`${field.name} is required`);
    return undefined;
  }
  if (value === null) {
    if (field.nullable) return null;
    problems.push(`${field.name} must not be null`);
    return undefined;
  }
  if (typeof value === 'string') return check(value.trim(), field, problems);
  if (typeof value !== 'number' || !field.acceptsNumber) {
    problems.push(`${field.name} must be a string`);
    return undefined;
  }
  // A double of this size stands for several integers, and there is no telling which one was sent.
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    problems.push(`${field.name} is too large for an exact number; send it as a string`);
    return undefined;
  }
  return check(toDecimal(value), field, problems);
}

/**
 * A trimmed text itself, null where the field reads an empty one as null, undefined where it cannot be
 * used; in the last case the reason is added to `problems`.
 */
export function checkText(
  text: string,
  field: RosterField,
  problems: string[],
): string | null | undefined {
  const problem = findTextProblem(text, field);
  if (problem === undefined) return toValue(text, field);
  problems.push(`${field.name} ${TEXT_PROBLEMS[problem](field)}`);
  return undefined;
}

/** What can be wrong with a text, in words that come after the name of its field. */
export const TEXT_PROBLEMS = {
  empty: () => 'must not be empty',
  too_long: ({ maxLength }: RosterField) => `must have at most ${maxLength} characters`,
  unstorable: () => 'contains characters that cannot be stored',
  no_email: () => 'must be an email address',
  no_day: () => `must be ${A_DAY}`,
};
export type TextProblem = keyof typeof TEXT_PROBLEMS;

/** Why a field does not take a trimmed text. */
export function findTextProblem(text: string, field: RosterField): TextProblem | undefined {
  if (text === '') return field.empty === 'invalid' ? 'empty' : undefined;
  if (text.length > field.maxLength && codePoints(text) > field.maxLength) return 'too_long';
  if (!isStorable(text)) return 'unstorable';
  if (field.format === 'email' && !isEmail(text)) return 'no_email';
  return field.format === 'day' && !isDay(text) ? 'no_day' : undefined;
}

/** What `checkText` gives for a text that it accepts. */
const toValue = (text: string, field: RosterField): string | null =>
  text === '' && field.empty === 'null' ? null : text;

/** Decimal text without an exponent, which JavaScript uses below a millionth; -0 is "0". */
function toDecimal(value: number): string {
  const text = String(value);
  const [mantissa = '', exponent] = text.split('e-');
  if (exponent === undefined) return text;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const digits = mantissa.replace('-', '').replace('.', '');
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${digits}`;
}

/** The domain of an email address, ignoring case. */
export const domainOf = (email: string): string => fold(email.slice(email.lastIndexOf('@') + 1));
