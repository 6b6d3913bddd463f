import { Option } from 'commander';
import { CHOOSABLE_TIES, TIES_IN_WORDS } from '../../domain/contest.ts';

/** `--ties`. @param where it applies, such as `with the same XP` */
export const tiesOption = (where: string): Option =>
  new Option(
    '--ties <rule>',
    `${where}, ${CHOOSABLE_TIES.map((one) => TIES_IN_WORDS[one]).join('; or ')}`,
  ).choices(CHOOSABLE_TIES);
