import { type Html, html } from '../../http/response/html.ts';
import type { Delimiter } from '../../roster-file/dialect.ts';
import { MAPPABLE } from '../../roster-file/names/kinds.ts';
import { parseFilter, toFilterText } from '../../roster-file/where.ts';
import type { UploadOptions } from '../../service/roster/upload/options.ts';
import { FIELD_LABELS } from '../../service/roster/upload/page-words.ts';
import type { FileColumns } from '../../service/roster/upload/uploaded-file.ts';
import { type Refusal, Refused } from '../forms/refused.ts';
import { type Choices, checkbox, field, select } from '../parts/form.ts';

const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252, Western Europe',
  'windows-1250': 'Windows-1250, Central Europe',
  'windows-1251': 'Windows-1251, Cyrillic',
  'windows-1253': 'Windows-1253, Greek',
  'windows-1254': 'Windows-1254, Turkish',
  'iso-8859-2': 'ISO 8859-2, Central Europe',
  'iso-8859-15': 'ISO 8859-15, Western Europe',
  'utf-16le': 'UTF-16, little endian',
  'utf-16be': 'UTF-16, big endian',
  macintosh: 'Mac Roman',
  shift_jis: 'Shift JIS',
  gb18030: 'GB 18030',
  'euc-kr': 'EUC-KR',
};

export const DELIMITERS: Readonly<Record<Delimiter, string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar |',
};

const MAX_FILTERS = 10;

/** Longer ones are for the command line. */
const MAX_FILTER = 2_000;

/** A filter in words: Status is not “Terminated”; with `isOpposite`, the rows that it leaves out. */
export function describeFilter(where: string, isOpposite = false): Html {
  const { name, isExclusion, values } = parseFilter(where);
  const list = values
    .split('|')
    .map((value) => (value.trim() === '' ? 'empty' : `“${value.trim()}”`))
    .join(' or ');
  return html`<bdi>${name}</bdi> is ${isExclusion === isOpposite ? '' : 'not '}<bdi>${list}</bdi>`;
}

/** How the file is to be read. Columns go by their place, because a browser changes line ends in texts. */
export function readingForm(
  action: string,
  options: UploadOptions,
  columns: FileColumns | null,
  refusal: Refusal | undefined,
): Html {
  const names = columns?.names ?? [];
  // Other forms with this action send one option each.
  const { part } = refusal?.values ?? {};
  const own = part === 'reading' ? refusal : undefined;
  const mapped = new Map(
    options.maps.map((map) => [map.slice(0, map.indexOf('=')), map.slice(map.indexOf('=') + 1)]),
  );
  const columnOptions = (none: string): Choices => [
    ['', none],
    ...names.map((name, i) => [String(i), name] as const),
  ];
  const columnOf = (name: string | undefined) =>
    name === undefined ? '' : String(names.indexOf(name));
  const fields = MAPPABLE.map((one) =>
    select(
      {
        ...{ name: `map-${one}`, label: FIELD_LABELS[one] },
        ...{ options: columnOptions('Automatic'), value: columnOf(mapped.get(one)) },
      },
      own,
    ),
  );
  const delimiter = Object.keys(DELIMITERS).indexOf(options.delimiter ?? '-');
  const isMore = columns !== null && columns.more > 0;
  return html`<form method="post" action="${action}"><input type="hidden" name="part" value="reading">
${
  names.length === 0
    ? ''
    : html`<fieldset><legend>Column of each field</legend><div class="pair">${fields}</div>${isMore ? html`<p class="hint">${columns.more} more columns cannot be chosen here.</p>` : ''}</fieldset>
<fieldset><legend>Only rows where</legend>${options.wheres.map((where, i) => checkbox({ name: 'keep', label: describeFilter(where), isChecked: true, value: String(i) }, own))}
<div class="pair">${select({ name: 'where-column', label: 'Column', options: columnOptions('–') }, own)}${select({ name: 'where-is', label: 'Condition', options: { is: 'is one of', not: 'is none of' } }, own)}${field({ name: 'where-values', label: 'Values, divided by |', isRequired: false, maxlength: 1_000 }, own)}</div></fieldset>`
}
<fieldset><legend>Format</legend><div class="pair">${select({ name: 'encoding', label: 'Encoding', options: { '': 'Detect', ...ENCODINGS }, value: options.encoding ?? '' }, own)}
${select({ name: 'delimiter', label: 'Delimiter', options: [['', 'Detect'], ...Object.values(DELIMITERS).map((label, i) => [String(i), label] as const)], value: delimiter === -1 ? '' : String(delimiter) }, own)}
${field({ name: 'skip-lines', label: 'Lines above the column names', value: options.skipLines === null ? '' : String(options.skipLines), inputmode: 'numeric', isRequired: false, maxlength: 4, hint: 'Empty: detected' }, own)}</div></fieldset>
<fieldset><legend>People</legend>${checkbox({ name: 'allow-missing-email', label: 'Leave out rows without an email, and do not count them as failed', isChecked: options.allowMissingEmail }, own)}
${checkbox({ name: 'update-profiles', label: 'Change names and emails to those of the file, except for admins and people with a portal role', isChecked: options.updateProfiles }, own)}
${checkbox({ name: 'deactivate', label: 'The file lists everybody: deactivate people who are not in it', isChecked: options.deactivateMissing }, own)}</fieldset>
<div class="row"><button class="btn pri">Preview again</button></div></form>`;
}

/** @throws Refused */
export function readReadingForm(
  form: URLSearchParams,
  { wheres }: UploadOptions,
  columns: FileColumns | null,
): Omit<UploadOptions, 'maxDeactivations'> {
  const names = columns?.names ?? [];
  const text = (name: string) => form.get(name) ?? '';
  const column = (name: string): string | undefined =>
    /^\d{1,3}$/.test(text(name)) ? names[Number(text(name))] : undefined;
  const kept = new Set(form.getAll('keep'));
  const filters = wheres.filter((_, i) => kept.has(String(i)));
  const filterColumn = column('where-column');
  const encoding = text('encoding');
  const delimiters = Object.keys(DELIMITERS) as Delimiter[];
  const skipLines = text('skip-lines').trim();
  if (!/^(?:\d{1,3}|1000)?$/.test(skipLines)) {
    throw new Refused('', { 'skip-lines': 'Enter a number from 0 to 1,000.' });
  }
  return {
    maps: MAPPABLE.flatMap((one) => {
      const name = column(`map-${one}`);
      return name === undefined ? [] : `${one}=${name}`;
    }),
    wheres:
      filterColumn === undefined
        ? filters
        : addFilter(filters, filterText(filterColumn, text('where-values'), text('where-is'))),
    encoding: Object.hasOwn(ENCODINGS, encoding) ? encoding : null,
    delimiter: delimiters[text('delimiter') === '' ? -1 : Number(text('delimiter'))] ?? null,
    skipLines: skipLines === '' ? null : Number(skipLines),
    deactivateMissing: form.has('deactivate'),
    allowMissingEmail: form.has('allow-missing-email'),
    updateProfiles: form.has('update-profiles'),
  };
}

function filterText(column: string, values: string, condition: string): string {
  const filter = toFilterText(column, values.split('|'), condition === 'not');
  if (filter !== null && filter.length <= MAX_FILTER) return filter;
  throw new Refused('', { 'where-values': 'A value must not begin with =.' });
}

/** @throws Refused where there are too many */
export function addFilter(wheres: readonly string[], where: string): string[] {
  if (wheres.length < MAX_FILTERS && where.length <= MAX_FILTER) return [...wheres, where];
  throw new Refused(`More than ${MAX_FILTERS} filters are for the command line.`);
}
