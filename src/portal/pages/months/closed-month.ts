import { failure } from '../../../domain/errors.ts';
import { formatMonth, type Month, parseMonth } from '../../../domain/period.ts';
import * as store from '../../../store/months/closed-months.ts';
import type { Call } from '../../request/call.ts';
import { type ChosenDepartment, seesEverybody } from '../boards/standings.ts';

export type MonthVersions = {
  month: Month;
  /** The one to show; undefined for a month that was never closed. */
  version: store.ClosedMonthRow | undefined;
  versions: readonly store.ClosedMonthRow[];
};

/**
 * The month of the path. Only who sees everybody sees a month or a version that is not in force.
 *
 * @throws EngagedError `not_found`
 */
export async function requireMonthOf(call: Call<'id'>): Promise<MonthVersions> {
  const { services, company, params, query, now } = call;
  const { companyId } = company;
  const month = parseMonth(params.id);
  if (month === undefined) throw failure('month_unknown');
  const versions = services.db.all(store.listVersions, { companyId, month });
  const inForce = versions.find(({ reopenedAt }) => reopenedAt === null);
  const named = query.get('version');
  if (!seesEverybody(call)) {
    if (!inForce || named !== null) throw failure('month_not_closed');
    return { month, version: inForce, versions: [] };
  }
  const version =
    named === null
      ? (inForce ?? versions[0])
      : versions.find((one) => String(one.version) === named);
  if (version) return { month, version, versions };
  const isOpen = async () =>
    (await services.ranker.listOpenMonths({ companyId, now })).includes(month);
  if (named === null && (await isOpen())) return { month, version, versions };
  throw failure('month_not_closed');
}

type Choice = { department?: ChosenDepartment | undefined; more?: string };

/** The address of a page of a version. @param choice.more a further part of the query */
export function monthLink(
  { href, query }: Call,
  { month }: { month: Month },
  { department, more = '' }: Choice,
  path = '',
): string {
  const version = query.get('version');
  const own = new URLSearchParams({
    ...(version !== null && { version }),
    ...(department && { department: department.id }),
  }).toString();
  const parts = [own, more].filter((part) => part !== '').join('&');
  return `${href(`/months/${formatMonth(month)}`)}${path}${parts === '' ? '' : `?${parts}`}`;
}
