import { failure } from '../../domain/errors.ts';

/** How many files are read at once. */
const AT_ONCE = { total: 2, perOwner: 1 };

/** How many may wait for that. */
const WAITING = { total: 20, perOwner: 3 };

type Waiting = { owner: number; id: string; begin: () => void };

/** Lets work begin in the order in which it was asked for, a little at once and one of each owner. */
export class FileSlots {
  readonly #running: number[] = [];
  readonly #waiting: Waiting[] = [];

  /**
   * Runs work when nothing that was asked for before holds it up.
   *
   * @param id for `isWaiting`
   * @throws EngagedError `unavailable` where too much waits already
   */
  async run<T>(owner: number, id: string, work: () => Promise<T>): Promise<T> {
    if (!this.#canBegin(owner)) await this.#wait(owner, id);
    else this.#running.push(owner);
    try {
      return await work();
    } finally {
      this.#running.splice(this.#running.indexOf(owner), 1);
      this.#beginNext();
    }
  }

  isWaiting(id: string): boolean {
    return this.#waiting.some((one) => one.id === id);
  }

  #canBegin(owner: number): boolean {
    return this.#running.length < AT_ONCE.total && count(this.#running, owner) < AT_ONCE.perOwner;
  }

  #wait(owner: number, id: string): Promise<void> {
    const ofOwner = count(
      this.#waiting.map((one) => one.owner),
      owner,
    );
    if (this.#waiting.length >= WAITING.total || ofOwner >= WAITING.perOwner)
      throw failure('roster_queue_full');
    return new Promise((begin) => {
      this.#waiting.push({ owner, id, begin });
    });
  }

  /** What begins is counted at once, so that nothing that is asked for meanwhile takes its place. */
  #beginNext(): void {
    const at = this.#waiting.findIndex(({ owner }) => this.#canBegin(owner));
    const [next] = at === -1 ? [] : this.#waiting.splice(at, 1);
    if (!next) return;
    this.#running.push(next.owner);
    next.begin();
  }
}

const count = (owners: readonly number[], owner: number): number =>
  owners.filter((one) => one === owner).length;
