import { FairQueue } from './fair-queue.ts';

/** Lets so many things be done at once. For the places of the others groups take turns, as in a `FairQueue`. */
export class FairPlaces {
  readonly #queue = new FairQueue<() => void>();
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  async run<T>(path: readonly string[], work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#queue.add(path, resolve));
    try {
      return await work();
    } finally {
      const next = this.#queue.take();
      if (next) next();
      else this.#free++;
    }
  }
}
