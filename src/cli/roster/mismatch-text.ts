import { formatNumber, pluralize } from '../../domain/number-text.ts';
import type { Mismatch, PersonInMismatch } from '../../service/roster/review/rows.ts';
import { escapeControl } from '../output/terminal.ts';
import type { ShellLine } from '../shell-line.ts';
import { describePerson } from './people-text.ts';

/** How to resolve a mismatch: a sentence, and the commands to run in their order. */
export type Resolution = { advice: string; commands: string[] };

/** The command lines that resolve mismatches. */
export type ResolvingCommands = {
  /** `engaged employee VERB …` */
  employee: ShellLine;
  /** The same import with `--update-profiles`. */
  updateProfiles: string;
};

/** What an operator can do about a row whose email belongs to somebody who has another external id. */
export function resolveMismatch(mismatch: Mismatch, commands: ResolvingCommands): Resolution {
  const { holder, owner, external_id, holder_in_file, is_holder } = mismatch;
  const { employee, updateProfiles } = commands;
  const setId = (person: PersonInMismatch, id: string) =>
    employee('update', referenceOf(person), ...optionWith('--external-id', id));
  if (owner === null && !holder_in_file) {
    const isBack = holder.state === 'deactivated';
    const isManual = isBack && holder.deactivated_by === 'portal';
    return {
      advice: isBack
        ? isManual
          ? 'If this is the same person, rehired with a new id, reactivate them and give them the new id:'
          : 'If this is the same person, rehired with a new id, give them the new id; the next import reactivates them:'
        : 'If this is the same person with a new id, give them the new id:',
      commands: [
        ...(isManual ? [employee('reactivate', referenceOf(holder))] : []),
        setId(holder, external_id),
      ],
    };
  }
  if (owner !== null && is_holder && holder.external_id !== null) {
    return {
      advice: 'If the two people have swapped their ids, swap them on record:',
      commands: [
        employee('update', owner.employee_id, '--no-external-id'),
        setId(holder, external_id),
        employee('update', owner.employee_id, ...optionWith('--external-id', holder.external_id)),
      ],
    };
  }
  if (holder_in_file) {
    return {
      advice: 'If the email has passed from one person to the other, apply the emails of the file:',
      commands: [updateProfiles],
    };
  }
  return {
    advice: 'The other person is not in the file. Give them another email first:',
    commands: [employee('update', referenceOf(holder), '--email', 'NEW-EMAIL')],
  };
}

/** An external id that could be taken for an option or for an email, or hardly be typed, gives way to the id. */
const referenceOf = ({ external_id, employee_id }: PersonInMismatch): string =>
  external_id === null || /^-|@|\p{Cc}/u.test(external_id) ? employee_id : external_id;

const optionWith = (option: string, value: string): string[] =>
  value.startsWith('-') ? [`${option}=${value}`] : [option, value];

const MISMATCHES_NAMED = 5;

/** The first mismatches for people, with what resolves them. */
export function describeMismatches(
  mismatches: readonly Mismatch[],
  total: number,
  lineOf: (index: number) => number | null,
  commands: ResolvingCommands,
): string[] {
  if (mismatches.length === 0) return [];
  const named = mismatches.slice(0, MISMATCHES_NAMED);
  const more = total - named.length;
  let last = '';
  return [
    `${pluralize(total, 'row has the email', 'rows have the email')} of a person with another external_id:`,
    ...named.flatMap((mismatch) => {
      const { advice, commands: lines } = resolveMismatch(mismatch, commands);
      const state = mismatch.holder.state === 'active' ? '' : ', deactivated';
      const { external_id } = mismatch;
      const text = `${advice}${lines.join()}`;
      const isRepeated = text === last;
      last = text;
      return [
        `  line ${lineOf(mismatch.index)}, external_id ${escapeControl(external_id)}: ${describePerson(mismatch.holder)}${state}`,
        ...(isRepeated
          ? []
          : [`    ${advice}`, ...lines.map((line) => `      ${escapeControl(line)}`)]),
      ];
    }),
    ...(more > 0 ? [`  and ${formatNumber(more)} more`] : []),
  ];
}
