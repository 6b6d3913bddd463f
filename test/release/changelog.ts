/** One section of a changelog in the format of Keep a Changelog 1.1. */
type Section = { title: string; entries: string[] };

const sectionsOf = (text: string): Section[] =>
  text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n');
      return { title: title.trim(), entries: lines.filter((line) => /^\s*[-*] /.test(line)) };
    });

/**
 * Why the changelog blocks the release of a version: unreleased entries, or a section that is missing,
 * empty or undated. Returns a sentence, or undefined if the version may be released.
 */
export function changelogProblem(text: string, version: string): string | undefined {
  const sections = sectionsOf(text);
  const [first] = sections;
  if (first?.title !== '[Unreleased]') return 'its first section must be [Unreleased]';
  if (first.entries.length > 0) return `[Unreleased] still holds entries: move them to ${version}`;
  const own = sections.find(({ title }) => title.startsWith(`[${version}]`));
  if (!own) return `it has no section [${version}]`;
  if (own.entries.length === 0) return `its section [${version}] is empty`;
  if (!/^\[[^\]]+\] - \d{4}-\d{2}-\d{2}$/.test(own.title))
    return `its section [${version}] needs a date: ## [${version}] - YYYY-MM-DD`;
  return undefined;
}
