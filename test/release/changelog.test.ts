import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changelogProblem } from './changelog.ts';

const UNRELEASED = '# Changelog\n\n## [Unreleased]\n';
const entry = '\n### Added\n\n- Something new.\n';

test('a version with its own dated section of entries may be released', () => {
  const text = `${UNRELEASED}\n## [1.2.0] - 2026-11-21\n${entry}\n## [1.1.0] - 2026-10-01\n${entry}`;
  assert.equal(changelogProblem(text, '1.2.0'), undefined);
});

test('unreleased entries, and a section that is missing, empty or undated, block a release', () => {
  for (const [text, problem] of [
    [`${UNRELEASED}${entry}\n## [1.2.0] - 2026-11-21\n${entry}`, /still holds entries/],
    [`${UNRELEASED}\n## [1.1.0] - 2026-11-21\n${entry}`, /no section \[1\.2\.0\]/],
    [`${UNRELEASED}\n## [1.2.0] - 2026-11-21\n`, /is empty/],
    [`${UNRELEASED}\n## [1.2.0]\n${entry}`, /needs a date/],
    ['# Changelog\n', /first section/],
  ] as const)
    assert.match(changelogProblem(text, '1.2.0') ?? '', problem);
});
