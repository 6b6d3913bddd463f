/** The build replaces this module: a bundle loads the bundle of the languages beside it. */
export const loadOthers = async () => {
  const { OTHERS } = await import('./others.ts');
  return OTHERS;
};
