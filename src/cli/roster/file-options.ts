import { Option } from 'commander';
import { requireNoEmailDomain } from '../../domain/no-email.ts';
import { toDelimiter } from '../../roster-file/dialect.ts';
import { toEncoding } from '../../roster-file/encoding.ts';

export const delimiterOption = [
  '--delimiter <character>',
  'comma, semicolon, | or tab (default: detected)',
  toDelimiter,
] as const;

export const sheetOption = [
  '--sheet <name>',
  'sheet of an Excel workbook (default: the first with a table)',
] as const;

export const encodingOption = [
  '--encoding <name>',
  'encoding of the file, such as windows-1250 (default: detected)',
  toEncoding,
] as const;

export function noEmailDomainOption(): Option {
  const option = new Option(
    '--no-email-domain <domain>',
    'give people without an email an address at this domain, where nobody is mailed',
  ).argParser(requireNoEmailDomain);
  // It is no opposite of --email-domain.
  option.negate = false;
  return option;
}
