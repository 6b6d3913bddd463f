/** More entries of a list are not counted: some lists read everything until they have found enough. */
export const MAX_COUNTED = 1_000;

/** How many entries a list has, and whether there are more than that. */
export type Total = { count: number; isMore: boolean };

/** @param count counted up to one more than `MAX_COUNTED`, or all of them */
export const totalOf = (count: number): Total => ({
  ...{ count: Math.min(count, MAX_COUNTED), isMore: count > MAX_COUNTED },
});
