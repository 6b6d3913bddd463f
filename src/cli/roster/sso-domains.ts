import { formatNumber } from '../../domain/number-text.ts';
import { type LiveDomains, listDomains } from '../../service/roster/review/sso-domains.ts';
import { escapeControl } from '../output/terminal.ts';

/** The note for people; empty where there is none. */
export const describeLiveDomains = (live: LiveDomains | null): string[] =>
  live === null
    ? []
    : [
        `Outside the sandbox ${formatNumber(live.rejected_rows)} of these rows would fail. Only these sign-in domains are allowed there:`,
        `  ${escapeControl(listDomains(live.sso_domains))}`,
      ];
