/** What thanks are and what people have, worked out in another way: from all thanks so far, with no sums kept. */
export type Post = {
  from: number;
  to: readonly number[];
  points: number;
  month: number;
  /** A Monday. */
  week: number;
  rewarded: boolean;
  state: 'shown' | 'reported' | 'ended';
  /** When it was reversed; null if it was not. */
  reversedIn: number | null;
  wasKept: boolean;
  reporters: number[];
};

type Person = { isActive: boolean; isErased: boolean; granted: number };

export const ALLOWANCE = 50;
export const BUDGET = 90;
export const GIVER_XP = 5;
const MOST_TO_ONE = 30;
const REWARDS_A_WEEK = 3;
const MOST_REPORTED = 10;

const DAY = 86_400_000;

export class KudosModel {
  readonly posts: Post[] = [];
  readonly people: Person[];

  constructor(people: number) {
    this.people = Array.from({ length: people }, () => ({
      ...{ isActive: true, isErased: false, granted: 0 },
    }));
  }

  coins(person: number): number {
    const got = this.posts.filter(
      ({ to, reversedIn }) => reversedIn === null && to.includes(person),
    );
    return (this.people[person]?.granted ?? 0) + sum(got.map(({ points }) => points));
  }

  xp(person: number): number {
    const given = this.posts.filter((one) => one.from === person && one.reversedIn === null);
    return GIVER_XP * given.filter(({ rewarded }) => rewarded).length;
  }

  /** What counts in a month: all of its thanks but those that were taken back in it. */
  counted(month: number): Post[] {
    return this.posts.filter((one) => one.month === month && one.reversedIn !== month);
  }

  spent(person: number, month: number): number {
    return sum(this.counted(month).map((one) => (one.from === person ? costOf(one) : 0)));
  }

  /** @returns the code of the error, or null where it is given */
  give(from: number, to: readonly number[], points: number, now: number): string | null {
    const month = monthOf(now);
    const week = mondayOf(now);
    if ([from, ...to].some((one) => !this.people[one]?.isActive)) return 'not_found';
    if (to.includes(from) || new Set(to).size < to.length) return 'validation_failed';
    const post: Post = {
      ...{ from, to, points, month, week, rewarded: false },
      ...{ state: 'shown', reversedIn: null, wasKept: false, reporters: [] },
    };
    const cost = costOf(post);
    if (cost > 0) {
      if (this.spent(from, month) + cost > ALLOWANCE) return 'allowance_exceeded';
      if (sum(this.counted(month).map(costOf)) + cost > BUDGET) return 'allowance_exceeded';
      const counted = this.counted(month).filter((one) => one.from === from);
      for (const one of to) {
        const before = sum(counted.map((each) => (each.to.includes(one) ? each.points : 0)));
        if (before + points > MOST_TO_ONE) return 'fair_play_limit';
      }
    }
    const rewarded = this.posts.filter(
      (one) => one.from === from && one.week === week && one.rewarded && one.reversedIn === null,
    );
    this.posts.push({ ...post, rewarded: rewarded.length < REWARDS_A_WEEK });
    return null;
  }

  withdraw(at: number, by: number, now: number): string | null {
    const post = this.posts[at] as Post;
    if (post.state === 'ended') return 'conflict';
    if (post.from !== by) return 'forbidden';
    if (post.month !== monthOf(now)) return 'conflict';
    return this.#reverse(post, now);
  }

  remove(at: number, keepCoins: boolean, now: number): string | null {
    const post = this.posts[at] as Post;
    if (post.state === 'ended') return 'conflict';
    if (!keepCoins) return this.#reverse(post, now);
    post.state = 'ended';
    return null;
  }

  report(at: number, by: number): string | null {
    const post = this.posts[at] as Post;
    const isSeen = post.state === 'shown' || (post.state === 'reported' && post.from === by);
    if (!isSeen) return 'not_found';
    if (post.wasKept) return 'conflict';
    const waiting = this.posts.filter(
      ({ state, reporters }) => state === 'reported' && reporters.includes(by),
    );
    if (post.state === 'shown' && waiting.length >= MOST_REPORTED) return 'conflict';
    post.reporters.push(by);
    post.state = 'reported';
    return null;
  }

  keep(at: number): string | null {
    const post = this.posts[at] as Post;
    if (post.state !== 'reported') return 'conflict';
    Object.assign(post, { state: 'shown', wasKept: true });
    return null;
  }

  #reverse(post: Post, now: number): string | null {
    if (post.to.some((one) => this.coins(one) < post.points)) return 'conflict';
    Object.assign(post, { state: 'ended', reversedIn: monthOf(now) });
    return null;
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

const costOf = ({ points, to }: Post): number => points * to.length;

export const monthOf = (now: number): number => {
  const [year = '', month = ''] = new Date(now).toISOString().split('-');
  return Number(year) * 12 + Number(month) - 1;
};

function mondayOf(now: number): number {
  const day = Math.floor(now / DAY);
  return day - ((new Date(now).getUTCDay() + 6) % 7);
}
