import { formatNumber, pluralize } from '../../domain/number-text.ts';
import { MAX_DEACTIVATIONS } from '../../domain/roster/sync-request.ts';
import { shellWord } from '../../domain/shell-word.ts';
import type { ColumnsRead } from '../../roster-file/columns-read.ts';
import type { Delimiter } from '../../roster-file/dialect.ts';
import { encodingHint, encodingInWords } from '../../roster-file/encoding.ts';
import type { WithoutEmail } from '../../roster-file/missing-email.ts';
import type { RosterFile } from '../../roster-file/read-rows.ts';
import { lineOf } from '../../roster-file/records.ts';
import type { Majority, Review } from '../../service/roster/review/review.ts';
import type { LiveDomains } from '../../service/roster/review/sso-domains.ts';
import type { DeactivationOptions } from '../../service/roster/sync/deactivation.ts';
import type { Context } from '../context.ts';
import { style } from '../output/output.ts';
import { escapeControl } from '../output/terminal.ts';
import type { ShellLine } from '../shell-line.ts';
import { describeColumns, describeDays, describeLeavers, describeSheet } from './columns-text.ts';
import {
  type DepartmentNameAdvice,
  describeDepartmentNames,
  describeUnknownDepartments,
} from './department-text.ts';
import type { Changes } from './import-options.ts';
import type { ImportResult } from './import-result.ts';
import { describeKept } from './kept-text.ts';
import { describeMismatches, type ResolvingCommands } from './mismatch-text.ts';
import { describeWithoutEmail } from './missing-email-text.ts';
import { listPeople } from './people-text.ts';
import { describeProfiles } from './profile-text.ts';
import { describeRenamed, type RenameAdvice } from './renamed-departments.ts';
import type { Renumbered } from './renumbered.ts';
import { describeNotes } from './row-notes.ts';
import { describeLiveDomains } from './sso-domains.ts';

/** An import that was carried out, or tried in a dry run. */
export type ImportReport = {
  dryRun: boolean;
  /** The file and what it went into, as people call them. */
  source: string;
  target: string;
  file: RosterFile;
  columns: ColumnsRead;
  /** The file or the name under which the options for reading the file were saved, if they were. */
  profileFile: string | null;
  deactivation: DeactivationOptions;
  result: ImportResult;
  /** How many requests it took; null where it went into a data file. */
  requests: number | null;
  renamed: readonly RenameAdvice[];
  departmentNames: readonly DepartmentNameAdvice[];
  liveDomains: LiveDomains | null;
  /** Where the failed rows are, if they are anywhere. */
  rejectsFile: string | null;
  /** The command line that does the same with changes. */
  nextCommand: (changes: Changes) => string;
  /** The command line that shows or finishes this very run; null where it is not on record here. */
  syncCommand: (verb: 'show' | 'approve') => string | null;
  withoutEmail: WithoutEmail;
  /** Null where a service did it, which does not tell. */
  review: Review | null;
  /** People because of whom a service was not asked to deactivate anybody. */
  renumbered: Renumbered;
  /** In a dry run: the import has to be confirmed. */
  majority: Majority | null;
  updateProfiles: boolean;
  commands: ResolvingCommands & { department: ShellLine };
};

/**
 * An import for people: what was done, what was not and why, and what to do about it. It names people on
 * record, and of a row no value but an external id.
 */
export function describeImport(context: Context, report: ImportReport): string {
  const { file, result } = report;
  const headline = `${report.source} into ${report.target}: ${pluralize(file.records.length, 'row', 'rows')}`;
  return [
    ...(report.dryRun
      ? [style(context, context.stdout, 'yellow', 'Dry run: nothing was changed.')]
      : []),
    style(context, context.stdout, 'bold', escapeControl(headline)),
    ...file.leftOut.map(
      ({ where, rows }) =>
        `${pluralize(rows, 'row', 'rows')} left out by --where ${escapeControl(shellWord(where))}`,
    ),
    ...describeLines(file),
    ...describeWithoutEmail(report.withoutEmail),
    ...describeFormat(file),
    ...paragraph(describeColumns(report.columns)),
    ...describeDays(report.columns).flatMap(paragraph),
    ...describeLeavers(report.columns).flatMap(paragraph),
    '',
    ...describeCounts(report),
    ...paragraph(describeMissing(report)),
    ...paragraph(report.review ? describeKept(report.review.kept, report.commands.employee) : []),
    ...paragraph(describeNotes('failed', result.errors, file)),
    ...paragraph(describeUnknownDepartments(result, file, report.commands.department)),
    ...paragraph(describeReviewedMismatches(report)),
    ...paragraph(describeRejects(report)),
    ...paragraph(describeReviewedProfiles(report)),
    ...paragraph(describeDepartmentNames(report.departmentNames)),
    ...paragraph(describeNotes('worth a look', result.warnings, file)),
    ...paragraph(describeLiveDomains(report.liveDomains)),
    ...paragraph(describeRenamed(report.renamed, report.dryRun)),
    ...paragraph(describeProfile(report)),
  ].join('\n');
}

const people = (count: number): string => pluralize(count, 'person', 'people');

const paragraph = (lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', ...lines];

function describeReviewedMismatches({ review, result, file, commands }: ImportReport): string[] {
  const total = result.errors.filter(({ code }) => code === 'external_id_mismatch').length;
  return describeMismatches(
    review?.mismatches ?? [],
    total,
    (index) => lineOf(file, index),
    commands,
  );
}

const describeReviewedProfiles = ({ review, updateProfiles, commands }: ImportReport): string[] =>
  review === null
    ? []
    : describeProfiles(review.profiles, {
        wasAsked: updateProfiles,
        command: commands.updateProfiles,
      });

const delimiters: Record<Delimiter, string> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': '| between the cells',
};

const extraLines = {
  column_labels: 'column labels',
  repeated_header: 'the header again',
  total_line: 'total or footer',
} as const;

const MOST_LINES_NAMED = 5;

/** The lines of the file that hold no rows. */
function describeLines({ skippedLines, extraLines: left, extraLinesTotal }: RosterFile): string[] {
  const above =
    skippedLines > 0
      ? [`Skipped ${pluralize(skippedLines, 'line', 'lines')} above the header.`]
      : [];
  const named = left
    .slice(0, MOST_LINES_NAMED)
    .map(({ line, reason }) => `line ${line} (${extraLines[reason]})`)
    .join(', ');
  const more = extraLinesTotal - MOST_LINES_NAMED;
  const others = more > 0 ? ` and ${pluralize(more, 'more line', 'more lines')}` : '';
  return left.length === 0 ? above : [...above, `Left out ${named}${others}.`];
}

// Guesses that hardly ever go wrong are not worth a line.
function describeFormat(file: RosterFile): string[] {
  const { encoding, delimiter } = file;
  if (file.sheet) return describeSheet(file);
  if (encoding === 'utf-8' && delimiter === ',') return [];
  return [
    `Read as ${encodingInWords(encoding)} with ${delimiters[delimiter]}.${encodingHint(file)}`,
  ];
}

function describeCounts(report: ImportReport): string[] {
  const { result, deactivation, requests, dryRun, review } = report;
  // Nothing stays of the requests of a dry run, so each counts the departments that it would have to make.
  const atMost = dryRun && requests !== null && requests > 1 ? 'at most ' : '';
  const departments = [
    ...(result.departments_created > 0
      ? [`${atMost}${formatNumber(result.departments_created)} created`]
      : []),
    ...(result.departments_restored > 0
      ? [`${atMost}${formatNumber(result.departments_restored)} restored`]
      : []),
  ];
  const reactivated =
    result.reactivated > 0 ? `${formatNumber(result.reactivated)} of them reactivated` : '';
  const counts: readonly (readonly [string, string, string])[] = [
    ['created', formatNumber(result.created), ''],
    ['updated', formatNumber(result.updated), reactivated],
    ['unchanged', formatNumber(result.unchanged), ''],
    ['failed', formatNumber(result.errors.length), ''],
    ...(deactivation.deactivateMissing
      ? [['deactivated', formatNumber(result.deactivated), ''] as const]
      : []),
  ];
  const width = Math.max(...counts.map(([, value]) => value.length));
  return [
    ...counts.map(([name, value, more]) =>
      `  ${name.padEnd(12)} ${value.padStart(width)}  ${more}`.trimEnd(),
    ),
    ...(review && review.profiles.updated > 0
      ? [`  profiles     ${formatNumber(review.profiles.updated)} updated`]
      : []),
    ...(departments.length > 0 ? [`  departments  ${departments.join(', ')}`] : []),
    ...(requests !== null && requests > 1 ? [`  requests     ${formatNumber(requests)}`] : []),
  ];
}

function describeMissing(report: ImportReport): string[] {
  const { result, requests } = report;
  if (requests !== null && requests > 1) {
    return ['Sent in several requests, so missing people cannot be determined.'];
  }
  const unlinked = result.unlinked_members;
  return [
    ...describeCandidates(report),
    ...describeRenumbered(report),
    ...(unlinked > 0
      ? [
          `${people(unlinked)} without external_id ${unlinked === 1 ? 'is' : 'are'} not in the file; an import never deactivates them.`,
        ]
      : []),
  ];
}

/** Why a service was not asked to deactivate anybody. It cannot keep some of the people who are missing. */
function describeRenumbered({ renumbered }: ImportReport): string[] {
  if (renumbered.total === 0) return [];
  const { total, people: listed } = renumbered;
  return [
    `Nobody is deactivated: of the missing, ${people(total)} ${total === 1 ? 'has an address that stands' : 'have addresses that stand'} in the file with another external_id:`,
    ...listPeople(listed, total),
    'Give them the new external_id and import again, or import on the machine of the service with --data, which keeps them.',
  ];
}

function describeCandidates(report: ImportReport): string[] {
  const { result, deactivation } = report;
  const total = result.deactivation_candidates_total;
  const limit = result.deactivation_limit;
  const missing = `${people(total)} with an external_id ${total === 1 ? 'is' : 'are'} not in the file`;
  const named = listPeople(report.review?.missing ?? result.deactivation_candidates, total);
  if (total === 0 && result.deactivation_skipped_reason === null) return [];
  if (report.renumbered.total > 0) return [`${missing}.`];
  if (!deactivation.deactivateMissing) {
    return total > limit
      ? [
          `${missing}, more than the limit of ${formatNumber(limit)} for --deactivate-missing:`,
          ...named,
        ]
      : [`${missing}. --deactivate-missing would deactivate them:`, ...named];
  }
  switch (result.deactivation_skipped_reason) {
    case null:
      return ['Deactivated:', ...named, ...describeMajority(report)];
    case 'rejected_rows':
      return [
        'Nobody was deactivated because rows were rejected: they may belong to people who appear to be missing.',
        'Fix these rows and import the whole roster again.',
        ...(total > 0 ? [`Until then, ${missing}:`, ...named] : []),
      ];
    case 'limit_exceeded':
      return [
        `Nobody is deactivated: ${missing}, more than the limit of ${formatNumber(limit)}:`,
        ...named,
        ...describeApproval(report),
      ];
  }
}

/** What it takes to deactivate more than half of the people. */
function describeMajority({ majority, nextCommand }: ImportReport): string[] {
  if (!majority) return [];
  const { missing, of } = majority;
  return [
    `This is more than half: ${formatNumber(missing)} of ${people(of)}. The import asks first, and is refused without a terminal.`,
    'If these people have left, deactivate them with:',
    `  ${escapeControl(nextCommand({ maxDeactivations: missing, dryRun: false }))}`,
  ];
}

/** How to see who would have been deactivated, and how to do it after all. */
function describeApproval({ result, nextCommand, syncCommand }: ImportReport): string[] {
  const show = syncCommand('show');
  const approve = syncCommand('approve');
  if (show !== null && approve !== null) {
    return [
      'To list them:',
      `  ${escapeControl(show)}`,
      'If these people have left, deactivate them with:',
      `  ${escapeControl(approve)}`,
    ];
  }
  const total = result.deactivation_candidates_total;
  return [
    'To list them (deactivation_candidates):',
    `  ${escapeControl(nextCommand({ json: true, dryRun: true }))}`,
    ...(total > MAX_DEACTIVATIONS
      ? [`No import deactivates more than ${formatNumber(MAX_DEACTIVATIONS)} people.`]
      : [
          'If these people have left, deactivate them with:',
          `  ${escapeControl(nextCommand({ maxDeactivations: total, dryRun: false }))}`,
        ]),
  ];
}

function describeRejects({ result, rejectsFile }: ImportReport): string[] {
  if (result.errors.length === 0) return [];
  return rejectsFile === null
    ? ['Use --rejects FILE to save these rows, fix them and import them again.']
    : [
        `The failed rows are in ${escapeControl(rejectsFile)}. Fix them there and import that file with the same options, without --rejects.`,
      ];
}

const describeProfile = ({ profileFile }: ImportReport): string[] =>
  profileFile === null
    ? []
    : [`Saved to ${escapeControl(profileFile)}. Use it with --profile the next time.`];
