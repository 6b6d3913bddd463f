import type { Problem } from '../../http/response/problems.ts';
import { en } from '../languages/en.ts';
import { errorScreen } from '../pages/error.ts';
import type { ProblemPage } from '../thread/messages.ts';
import { gate } from '../view/layout.ts';
import { pageHeaders } from './headers.ts';
import type { Site } from './site.ts';

/** The page of an error for somebody who is not signed in, or not known yet. */
export const problemPage = (
  problem: Problem,
  { requestId, site }: { requestId: string; site: Site },
): ProblemPage => ({
  body: gate(en, errorScreen(en, problem, { requestId, isSignedIn: false }), 'plain'),
  headers: pageHeaders(site),
});
