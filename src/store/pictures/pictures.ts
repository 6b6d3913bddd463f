import { exec, one } from '../query.ts';

const company = { companyId: 'integer' } as const;
const picture = { companyId: 'integer', hash: 'blob' } as const;

/** With what the hashes of a company's pictures are made; null before it has any. */
export const findSecret = one('pictures/find_secret', company, { secret: 'blob?' });
export const setSecret = exec('pictures/set_secret', { ...company, secret: 'blob' });

/** A row where a company has a picture. */
export const isKept = one('pictures/is_kept', picture, { type: 'text' });

/** A picture by what its address says, of whichever company. */
export const findByHash = one(
  'pictures/find_by_hash',
  { hash: 'blob' },
  { type: 'text', content: 'blob' },
);

/** What the pictures of a company take. */
export const total = one('pictures/total', company, { bytes: 'integer' });

export const keep = exec('pictures/keep', {
  ...picture,
  type: 'text',
  size: 'integer',
  content: 'blob',
});

/** Removes a picture that neither a badge nor an item shows any more, and that is not the logo. */
export const removeUnused = exec('pictures/remove_unused', { ...picture, path: 'text' });

export const deleteAll = exec('pictures/delete_all', company);

/** The path of the logo; of a sandbox that of its company. */
export const findLogo = one('pictures/find_logo', company, { logo: 'text?' });
export const setLogo = exec('pictures/set_logo', { ...company, logo: 'text?' });
