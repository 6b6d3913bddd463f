import * as badges from '../../../store/badges/badges.ts';
import type { Choices } from '../../forms/write-field.ts';
import type { Call } from '../../request/call.ts';

/** Badges to choose from, after what an empty choice means. */
export const badgeChoices = ({ services, company }: Call, none: string): Choices => [
  ['', none],
  ...services.db
    .all(badges.list, { companyId: company.companyId })
    .map(({ code, name }) => [code, name] as const),
];
