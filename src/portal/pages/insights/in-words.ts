import { type Html, html } from '../../../http/response/html.ts';
import type { Call } from '../../request/call.ts';
import { stat, stats } from '../../view/stats.ts';
import type { Details, Period, Report } from './report.ts';

/** A share in whole percentages, as it is written: differences are those of what people read. */
export const points = (share: number): number => Math.round(share * 100);

/** Of a department: its share now and before. */
export type Change = { name: string; now: number; before: number };

/** What a period was like, as one reads it aloud. */
export function inWords({ t }: Call, report: Report, details: Details): Html {
  const { insights } = t;
  return html`<section class="say" aria-label="${insights.said}"><p class="big">${headline(t, report)}</p><p class="muted">${more(t, report, details).join(' ')}</p></section>`;
}

function headline({ insights, format }: Call['t'], { about, before, isRunning }: Report): string {
  const share = about.participation ?? 0;
  const said = { share: format.percent(share), period: about.name };
  if (isRunning) return insights.tookPartSoFar(said);
  if (!before) return insights.tookPart(said);
  const change = points(share) - points(before.participation ?? 0);
  if (change === 0) return insights.tookPartSame({ ...said, before: before.name });
  const say = change > 0 ? insights.tookPartMore : insights.tookPartLess;
  return say({ ...said, before: before.name, points: Math.abs(change) });
}

function more(t: Call['t'], report: Report, { nothing }: Details): string[] {
  const { insights, format } = t;
  const { about, before, periods, unit } = report;
  const over = periods.slice(0, -1).flatMap(({ participation }) => participation ?? []);
  const others = over.slice(0, -1);
  // More than the month before is said already.
  const isBest =
    before && others.length > 1 && others.every((one) => one < (about.participation ?? 0));
  const best = unit === 'month' ? insights.bestMonth : insights.bestWeek;
  const moved = changesOf(report).toSorted((a, b) => b.now - b.before - (a.now - a.before));
  const said = ({ name, now, before: was }: Change) => ({
    ...{ name, from: format.percent(was / 100), to: format.percent(now / 100) },
  });
  const [rose, fell] = [moved[0], moved.at(-1)];
  return [
    ...(isBest ? [best({ count: over.length })] : []),
    ...(rose && rose.now > rose.before ? [insights.rose(said(rose))] : []),
    ...(fell && fell.now < fell.before ? [insights.fell(said(fell))] : []),
    ...(nothing.total > 0 ? [insights.withoutAnything({ count: nothing.total })] : []),
  ];
}

/** The departments that are shown in both periods. */
function changesOf({ departments, within, about, before }: Report): Change[] {
  if (!before) return [];
  const shareIn = (period: Period, department: number) => {
    const row = departments.find(
      (one) => one.period === period.number && one.departmentNumber === department,
    );
    return row?.participants == null ? null : points(row.participants / row.people);
  };
  return within.flatMap(({ name, number }) => {
    const [now, was] = [shareIn(about, number), shareIn(before, number)];
    return now === null || was === null ? [] : [{ name, now, before: was }];
  });
}

/** Six figures of the period. */
export function figures({ t }: Call, { about, before }: Report): Html {
  const { insights, format } = t;
  const share = (count: number | null) =>
    count === null ? null : format.percent(count / Math.max(1, about.active_people));
  const of = (count: number | null) => (count ? format.number(count) : '');
  const xpBefore = before?.xp ?? 0;
  const xpChange = xpBefore > 0 ? Math.round((100 * ((about.xp ?? 0) - xpBefore)) / xpBefore) : 0;
  const badgesChange = before ? (about.badges ?? 0) - (before.badges ?? 0) : 0;
  return stats(t, [
    stat(insights.tookPartIn({ period: about.short }), share(about.participants), {
      more: of(about.participants),
    }),
    stat(insights.signedIn, share(about.signed_in), { more: of(about.signed_in) }),
    stat(insights.redeemed, share(about.redeemed), { more: of(about.redeemed) }),
    stat(insights.xp, about.xp, {
      more: xpChange === 0 ? '' : insights.inPercent({ change: xpChange }),
    }),
    stat(insights.badges, about.badges, {
      more: badgesChange === 0 ? '' : format.signed(badgesChange),
    }),
    stat(insights.joined, about.joined, { more: insights.left({ count: about.left ?? 0 }) }),
  ]);
}
