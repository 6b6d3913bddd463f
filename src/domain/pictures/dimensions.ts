/** The longest side, and the most pixels: what a browser makes of a small file could fill its memory. */
export const MAX_SIDE = 4_096;
export const MAX_PIXELS = 8_388_608;

/** The most segments or chunks of a file, which has some hundreds at most. */
export const MAX_PARTS = 10_000;

/** What a reader of a format finds: the picture and its size. */
export type ReadPicture = { width: number; height: number; bytes: Uint8Array };

/** Whether a picture has no more pixels than allowed. */
export const isShowable = ({ width, height }: { width: number; height: number }): boolean =>
  Math.max(width, height) <= MAX_SIDE && width * height <= MAX_PIXELS;
