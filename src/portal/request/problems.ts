import type { Problem } from '../../http/response/problems.ts';

export const FORBIDDEN: Problem = {
  status: 403,
  code: 'forbidden',
  message: 'Your role does not include this page. An owner can give you another one.',
};
export const NO_SANDBOX: Problem = {
  status: 404,
  code: 'not_found',
  message: 'The company has no sandbox.',
};
export const FROM_ELSEWHERE: Problem = {
  status: 403,
  code: 'forbidden',
  message: 'The request did not come from a page of the portal, so nothing was changed.',
};
