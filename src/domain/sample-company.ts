import type { BadgeCategory, BadgeRarity } from './badge.ts';
import { DAY_MS } from './duration.ts';
import { type Month, monthOf, monthStart } from './period.ts';
import type { ShopCategory } from './shop.ts';

/** What every sandbox is filled with. Departments and people refer to each other by their position. */
export type SampleCompany = {
  departments: {
    name: string;
    externalId: string | null;
    parent: number | null;
    archived: boolean;
  }[];
  people: SamplePerson[];
  badges: {
    code: string;
    name: string;
    description: string | null;
    category: BadgeCategory;
    rarity: BadgeRarity;
    iconUrl: string | null;
  }[];
  shopItems: {
    name: string;
    description: string;
    category: ShopCategory;
    imageUrl: string;
    coinPrice: number;
    stockRemaining: number | null;
    addedAt: number;
    retired: boolean;
  }[];
  /** What is thanked for. */
  values: { code: string; name: string }[];
  /** Thanks, oldest first. */
  kudos: {
    from: number;
    to: number[];
    points: number;
    value: string;
    message: string;
    at: number;
  }[];
};

/** Times in milliseconds UTC, none of them later than the moment the sample was made for. */
export type SamplePerson = {
  name: string | null;
  email: string;
  externalId: string | null;
  department: number | null;
  jobTitle: string | null;
  joinedAt: number;
  accountName: string | null;
  isAdmin: boolean;
  portalRole: string | null;
  deactivated: boolean;
  xp: { amount: number; reason: string; at: number }[];
  coins: number;
  badges: { code: string; at: number; revoked: boolean }[];
};

const MONTHS = 14;

const departments: SampleCompany['departments'] = [
  { name: 'Product', externalId: 'D-10', parent: null, archived: false },
  { name: 'Engineering', externalId: 'D-11', parent: 0, archived: false },
  { name: 'Platform', externalId: 'D-12', parent: 1, archived: false },
  { name: 'Design', externalId: null, parent: 0, archived: false },
  { name: 'Customers', externalId: 'D-20', parent: null, archived: false },
  { name: 'Support', externalId: 'D-21', parent: 4, archived: false },
  { name: 'Field Trials', externalId: 'D-90', parent: 4, archived: true },
];

type Seed = readonly [name: string, department: number | null, jobTitle: string | null];

// All of them are invented. The constants below say who differs in more than name and department.
const SAMPLE_PEOPLE: readonly Seed[] = [
  ['Orla Fennimore', 0, 'Head of Product'],
  ['Teodor Wask', 1, 'Engineering Manager'],
  ['Imani Quillfeather', 1, 'Software Engineer'],
  ['Bexley Navarro-Holm', 1, 'Software Engineer'],
  ['Søren Applegarth', 2, 'Platform Lead'],
  ['Lucinda Oyelowe', 2, 'Site Reliability Engineer'],
  ['Kazimir Thorne', 2, 'Software Engineer'],
  ['Wren Halloway', 3, 'Design Lead'],
  ['Mateo Brightwater', 3, 'Product Designer'],
  ['Fumiko Vandermeer', 3, 'Researcher'],
  ['Declan Ashgrove', 4, 'Head of Customers'],
  ['Priyanka Stone-Bell', 4, 'Account Manager'],
  ['Rosalind Pike', 4, 'Account Manager'],
  ['Hamish Tolliver', 5, 'Support Lead'],
  ['Anneli Korhola', 5, 'Support Specialist'],
  ['Jolyon Marsh', 5, 'Support Specialist'],
  ['Zuri Templeton', 5, 'Support Specialist'],
  ['Elodie Grantwick', 5, null],
  ['Barnaby Løvset', 6, 'Trial Coordinator'],
  ['Calliope Drummond', null, 'Adviser'],
  ['Mirek Saltmarsh', 1, 'Software Engineer'],
  ['Niamh Underhill', 2, 'Software Engineer'],
  ['Cosmo', 3, 'Studio Assistant'],
  ['Thandiwe Larkspur', 4, 'Account Manager'],
  ['Ludo Pemberwick', 1, 'Trainee'],
];

const ADMIN = 0;
const ROLE_HOLDER = 10;
const DEACTIVATED = 15;
const WITHOUT_NAME = 17;
const WITHOUT_EXTERNAL_ID = new Set([17, 19]);
const TIED_PAIR: readonly [number, number] = [8, 9];
const WITH_CORRECTION = 12;
const WITHOUT_XP = 24;

const REASONS = ['Helped a colleague', 'Finished a course', 'Closed a project', 'Ran a workshop'];

const badges: SampleCompany['badges'] = [
  badge('first-steps', 'First Steps', 'milestone', 'common', 'Earned the first hundred XP.'),
  badge('one-year', 'One Year In', 'milestone', 'uncommon', 'A full year with the company.'),
  badge('mentor', 'Mentor', 'social', 'rare', 'Taught somebody something that stayed.'),
  badge('night-owl', 'Night Owl', 'skill', 'epic', null),
  badge('keystone', 'Keystone', 'skill', 'legendary', 'Without them it would not have held.'),
];

/** The sample for a moment: the same moment gives the same sample, and its XP fills the fourteen months up to it. */
export function sampleCompany(now: number): SampleCompany {
  return {
    departments,
    people: SAMPLE_PEOPLE.map((seed, index) => toPerson(seed, index, now)),
    badges,
    shopItems: shopItems(now),
    values,
    kudos: kudos(now),
  };
}

function toPerson([name, department, jobTitle]: Seed, index: number, now: number): SamplePerson {
  const last = monthOf(now);
  // A few join together, so that there is an order of joining to see and everyone has had time to earn.
  const joined = last - MONTHS + 1 + Math.floor(index / 4);
  const xp = index === WITHOUT_XP ? [] : xpEntries(index, joined, last, now);
  if (index === WITH_CORRECTION) {
    xp.push({
      amount: -60,
      reason: 'Correction: counted twice',
      at: momentInMonth(last, 0.9, now),
    });
  }
  return {
    name: index === WITHOUT_NAME ? null : name,
    email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
    externalId: WITHOUT_EXTERNAL_ID.has(index) ? null : `E-${1001 + index}`,
    department,
    jobTitle,
    joinedAt: momentInMonth(joined, 0, now),
    accountName: index % 3 === 0 && index !== WITHOUT_NAME ? name : null,
    isAdmin: index === ADMIN,
    portalRole: index === ROLE_HOLDER ? 'Reward Manager' : null,
    deactivated: index === DEACTIVATED,
    xp,
    coins: (index % 5) * 120,
    badges: badgeAwards(index, joined, last, now),
  };
}

function xpEntries(index: number, joined: Month, last: Month, now: number): SamplePerson['xp'] {
  // Both of the pair earn the same: a tie in every period.
  const like = index === TIED_PAIR[1] ? TIED_PAIR[0] : index;
  const entries: SamplePerson['xp'] = [];
  for (let month = joined; month <= last; month++) {
    // People with a correction earned nothing this month, so their month is below zero.
    if (index === WITH_CORRECTION && month === last) continue;
    const ago = last - month;
    const amount = ((like * 7 + ago * 5) % 11) * 15;
    if (amount === 0) continue;
    const reason = REASONS[(like + ago) % REASONS.length] ?? '';
    entries.push({
      amount,
      reason,
      at: momentInMonth(month, 0.1 + ((like * 3 + ago) % 8) / 10, now),
    });
  }
  return entries;
}

function badgeAwards(
  index: number,
  joined: Month,
  last: Month,
  now: number,
): SamplePerson['badges'] {
  const held: SamplePerson['badges'] = [];
  const award = (code: string, month: Month, revoked = false) =>
    held.push({ code, at: momentInMonth(Math.min(month, last), 0.95, now), revoked });
  if (index !== WITHOUT_XP) award('first-steps', joined + 1);
  if (index < 8) award('one-year', joined + 12);
  if (index % 6 === 1) award('mentor', joined + 4);
  if (index === 4) award('keystone', joined + 6);
  if (index === 5) award('night-owl', joined + 3, true);
  return held;
}

/** A moment of a month, by how much of it had passed; of the running month, of its part up to now. */
function momentInMonth(month: Month, part: number, now: number): number {
  const start = monthStart(month);
  return start + Math.floor((Math.min(monthStart(month + 1), now) - start) * part);
}

function badge(
  code: string,
  name: string,
  category: BadgeCategory,
  rarity: BadgeRarity,
  description: string | null,
): SampleCompany['badges'][number] {
  const iconUrl = `https://example.com/badges/${code}.svg`;
  return { code, name, description, category, rarity, iconUrl };
}

function shopItems(now: number): SampleCompany['shopItems'] {
  const item = (
    name: string,
    description: string,
    category: ShopCategory,
    coinPrice: number,
    stockRemaining: number | null,
    daysAgo: number,
    retired = false,
  ) => ({
    name,
    description,
    category,
    imageUrl: `https://example.com/shop/${name.toLowerCase().replaceAll(' ', '-')}.png`,
    coinPrice,
    stockRemaining,
    addedAt: now - daysAgo * DAY_MS,
    retired,
  });
  return [
    item('Bookshop Voucher', 'Twenty off at any bookshop.', 'gift_card', 200, null, 200),
    item('Enamel Mug', 'Holds coffee and opinions.', 'merch', 80, 12, 150),
    item('Fax Machine', 'Nobody asked for it again.', 'merch', 500, 1, 140, true),
    item('Friday Off', 'One Friday, no questions.', 'perk', 900, 3, 90),
    item('Plant a Tree', 'Planted in your name.', 'donation', 50, null, 60),
    item('Pottery Class', 'An evening at the wheel for two.', 'experience', 400, 0, 45),
    item('Wool Socks', 'Warm, in the house colours.', 'merch', 60, 30, 7),
  ];
}

const values: SampleCompany['values'] = [
  { code: 'help-first', name: 'Help others first' },
  { code: 'keep-learning', name: 'Keep learning' },
  { code: 'close-to-customers', name: 'Close to the customer' },
];

type Thanks = Omit<SampleCompany['kudos'][number], 'at'> & { monthsAgo: number; part: number };

const THANKS: readonly Thanks[] = [
  {
    ...{ monthsAgo: 2, part: 0.4, from: 1, to: [4], points: 20, value: 'help-first' },
    message: 'You stayed until the search index was whole again, and wrote down how.',
  },
  {
    ...{ monthsAgo: 1, part: 0.2, from: 13, to: [16, 18], points: 10, value: 'close-to-customers' },
    message: 'Every caller of Monday had an answer on Monday. That was the two of you.',
  },
  {
    ...{ monthsAgo: 1, part: 0.7, from: 9, to: [7], points: 15, value: 'keep-learning' },
    message: 'Your hour about reading interviews changed how I plan the next ones.',
  },
  {
    ...{ monthsAgo: 0, part: 0.3, from: 4, to: [20, 21], points: 10, value: 'help-first' },
    message: 'You two took my shift so that I could move house, and nothing was left over.',
  },
  {
    ...{ monthsAgo: 0, part: 0.5, from: 11, to: [12], points: 0, value: 'close-to-customers' },
    message: 'The drawing you made for the Larkin visit was what they took home.',
  },
  {
    ...{ monthsAgo: 0, part: 0.8, from: 2, to: [1], points: 25, value: 'keep-learning' },
    message: 'You read my whole proposal and asked the one question that mattered.',
  },
];

const kudos = (now: number): SampleCompany['kudos'] =>
  THANKS.map(({ monthsAgo, part, ...thanks }) => ({
    ...thanks,
    at: momentInMonth(monthOf(now) - monthsAgo, part, now),
  }));
