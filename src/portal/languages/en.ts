import { EVENT_TYPES } from '../../domain/event.ts';
import { type Html, html } from '../../http/response/html.ts';
import { failures } from './en-failures.ts';
import { given } from './en-given.ts';
import { preview, roster, uploads } from './en-preview.ts';
import { changes, details, fields, kept, syncs } from './en-roster.ts';
import {
  activePeople,
  badges,
  coins,
  departments,
  format,
  type Link,
  number,
  people,
  plural,
  prizes,
  redemptions,
  type Strong,
  signedCoins,
  signedXp,
  xp,
} from './en-words.ts';

/** Who decided about what, if that has a name. */
type Decided = { actor: Html; what: Html | undefined };

/** Who did what: Ada archived the department Sales. */
const decided =
  (words: string) =>
  ({ actor, what }: Decided): Html =>
    html`${actor} ${words}${what && html` ${what}`}`;

/** Everything that the portal says, in English. The other languages have the same shape. */
export const en = {
  /** As in `<html lang>`. */
  language: 'en',
  format,
  forms: {
    cancel: 'Cancel',
    save: 'Save',
    notSaved: 'Nothing was changed.',
    notChanged: 'No field was changed.',
    giveReason: 'Give a reason.',
    /** A name must be typed. */
    typeName: ({ name }: { name: Html }) => html`To confirm, type its name: ${name}`,
    typePeople: ({ count }: { count: number }) =>
      `To confirm, type how many people: ${number(count)}`,
    /** How long what is replaced still works. */
    overlaps: { '24h': 'for a day', '1h': 'for an hour', '7d': 'for a week', '0h': 'no longer' },
    typeToConfirm: ({ count }: { count: number }) => `Type ${number(count)} to confirm.`,
    /** What is wrong with a field. */
    problems: {
      empty: 'Fill this in.',
      max_length: ({ max }: { max: number }) => `At most ${number(max)} characters.`,
      whole: 'A whole number, such as 150.',
      range: ({ min, max }: { min: number; max: number }) =>
        `A whole number from ${number(min)} to ${number(max)}.`,
      day: 'A day, such as 2026-11-30.',
      choice: 'Choose one of these.',
      typed: 'Type it exactly to confirm.',
      ranks: 'A rank such as 1, or ranks such as 1-3.',
    },
  },
  /** What stands around every page. */
  frame: {
    /** The title of a tab of the browser. */
    tab: ({ title }: { title: string }) => `${title} · engaged`,
    skip: 'Skip to the content',
    menu: 'Menu',
    portal: 'Portal',
    groups: { people: 'People', programme: 'Programme', system: 'System' },
    data: 'Data',
    live: 'Live',
    sandbox: 'Sandbox',
    titleInSandbox: ({ title }: { title: string }) => `${title} · sandbox`,
    sandboxBand: ({ strong, back }: { strong: Strong; back: Html }) =>
      html`${strong('Sandbox.')} Sample people; nothing here is real. ${back}`,
    backTo: ({ company }: { company: string }) => `Back to ${company}`,
    /** Of a count, screen readers alone say what it counts. */
    waiting: ({ count, hidden }: { count: number; hidden: Strong }) =>
      html`${number(count)}${hidden(' waiting')}`,
    yourAccount: ({ role, hidden }: { role: string; hidden: Strong }) =>
      html`${role}${hidden(', your account')}`,
    signOut: 'Sign out',
    keyboard: 'Keyboard',
    search: 'Search',
    thisList: 'This list',
    keysAreOn: 'Keys are on in this browser',
    close: 'Close',
  },
  lists: {
    csv: 'CSV',
    of: ({ count }: { count: number }) => `of ${number(count)}`,
    filter: 'Filter',
    toTheBeginning: 'Back to the beginning',
    next: ({ count }: { count: number }) => `Next ${number(count)}`,
    part: ({ first, last, total }: { first: number; last: number; total: number }) =>
      `${number(first)}–${number(last)} of ${number(total)}`,
    /** Of a list that is not kept whole. */
    listed: ({ count, more }: { count: number; more: number }) =>
      `The first ${number(count)} are listed; ${number(more)} more are not.`,
    previousPage: 'Previous',
    nextPage: 'Next',
  },
  secrets: {
    copyItNow: 'Copy it now. It is shown this once and cannot be shown again.',
    copied: 'I have copied it',
  },
  shop: {
    title: 'Shop',
    lead: ({ redemptions: link }: { redemptions: Link }) =>
      html`What people can buy with their coins. Their requests wait for a decision under ${link('Redemptions')}.`,
    add: 'Add an item',
    addThis: 'Add the item',
    notAdded: 'Nothing was added.',
    added: ({ item, price }: { item: Html; price: string }) =>
      html`${item} is on sale for ${price}.`,
    items: 'Items',
    item: 'Item',
    name: 'Name',
    category: 'Category',
    categories: {
      gift_card: 'Gift card',
      merch: 'Merch',
      perk: 'Perk',
      donation: 'Donation',
      experience: 'Experience',
    },
    coins: 'Coins',
    price: 'Price in coins',
    stock: 'Stock',
    unlimited: 'unlimited',
    emptyIsUnlimited: 'Empty: unlimited',
    description: 'Description',
    pictureAddress: 'Address of a picture',
    pictureHint: 'Every item has one. Pages show pictures whose address begins with https://.',
    state: 'State',
    onSale: 'on sale',
    isNew: 'new',
    soldOut: 'sold out',
    retired: 'retired',
    onSaleCount: ({ count }: { count: number }) => `On sale ${number(count)}`,
    retiredCount: ({ count }: { count: number }) => `Retired ${number(count)}`,
    none: 'Nothing is on sale',
    noneText:
      'People spend their coins on what you add here. With the first item, the shop appears on their own page.',
    noneRetired: 'Nothing is retired',
    noneRetiredText: 'What is taken out of the shop stands here.',
    asPeopleSeeIt: 'As people see it',
    retiredOn: 'Retired',
    change: 'Change',
    changed: ({ item }: { item: Html }) => html`${item} is changed.`,
    restock: 'Restock',
    restockThis: 'Add to the stock',
    howManyCameIn: 'How many came in',
    left: ({ count }: { count: number }) => `${number(count)} left`,
    restocked: ({ count, stock, item }: { count: number; stock: number | null; item: Html }) =>
      html`${number(count)} added. ${stock === null ? html`The stock of ${item} is unlimited.` : html`There are ${number(stock)} of ${item} now.`}`,
    retire: 'Retire',
    retireThis: 'Retire for good',
    retireText:
      'Takes the item out of the shop for good. Redemptions stay and can still be decided on.',
    isRetired: ({ item }: { item: Html }) => html`${item} is retired.`,
    redeem: 'Redeem',
    redeemTitle: ({ item }: { item: string }) => `Redeem ${item}`,
    redeemQuestion: ({ item }: { item: string }) => `Redeem ${item}?`,
    redeemFor: ({ price }: { price: number }) => `Redeem for ${coins(price)}`,
    notRedeemed: 'Nothing was redeemed.',
    noEmployee: 'This account does not belong to an employee.',
    noLongerSold: 'No longer in the shop',
    isSoldOut: 'Sold out',
    coinsShort: ({ count }: { count: number }) => `${coins(count)} short`,
    coinsKept: 'Your coins are kept.',
    priceFact: 'Price',
    youHave: 'You have',
    leftAfter: 'Left after',
    inStock: 'In stock',
    whatHappens:
      'The coins are taken now, and your request waits for approval. If it is declined, you read why and the coins come back. “My redemptions” on your page shows where it is.',
    redeemed: ({ item, price, left }: { item: Html; price: number; left: number }) =>
      html`${item} is requested for ${coins(price)}; you have ${number(left)} left. It waits for approval under “My redemptions”.`,
    backToMe: 'Back to my page',
  },
  redemptions: {
    title: 'Redemptions',
    lead: 'Coins are taken when people ask. A declined request gives them back.',
    state: 'State',
    /** The lists by state. */
    lists: {
      csv: 'CSV',
      of: ({ count }: { count: number }) => `of ${number(count)}`,
      pending: 'Waiting',
      approved: 'To hand out',
      fulfilled: 'Fulfilled',
      declined: 'Declined',
      refunded: 'Refunded',
    },
    listOf: ({ list, count }: { list: string; count: number }) => `${list} ${number(count)}`,
    statuses: {
      pending: 'waiting',
      approved: 'approved',
      fulfilled: 'fulfilled',
      declined: 'declined, coins back',
      refunded: 'refunded',
    },
    nothingWaits: 'Nothing waits for a decision',
    none: 'Nothing here',
    noneMore: 'Nothing more here',
    noneTexts: {
      pending:
        'When somebody redeems an item of the shop, the request stands here until somebody decides.',
      approved: 'What is approved stands here until it is handed out.',
      fulfilled: 'What was handed out stands here.',
      declined: 'What was declined stands here, with the reason.',
      refunded: 'What was refunded after it was handed out stands here, with the reason.',
    },
    openShop: 'Open the shop',
    choose: 'Choose',
    chooseThis: ({ subject }: { subject: string }) => `Choose ${subject}`,
    person: 'Person',
    deactivated: 'deactivated',
    item: 'Item',
    itemFor: ({ item, price }: { item: string; price: number }) => `${item} · ${coins(price)}`,
    coins: 'Coins',
    coinsLeft: 'Coins left',
    waits: 'Waits',
    decide: 'Decide',
    yours: 'Yours: somebody else decides',
    reason: ({ reason }: { reason: string }) => `“${reason}”`,
    /** What a redemption is about. */
    subject: ({ item, person }: { item: string; person: string }) => `${item} for ${person}`,
    subjectAt: ({ subject, price }: { subject: string; price: number }) =>
      `${subject}, ${coins(price)}`,
    steps: {
      approved: {
        this: ({ subject }: { subject: Html }) => html`Approve ${subject}`,
        chosen: 'Approve chosen',
        one: (it: { strong: Strong; subject: string; list: Html }) =>
          html`${it.strong('Approved:')} ${it.subject}. It is under “${it.list}”.`,
        several: (it: { strong: Strong; count: number; list: Html }) =>
          html`${it.strong('Approved:')} ${redemptions(it.count)}. They are under “${it.list}”.`,
      },
      fulfilled: {
        this: ({ subject }: { subject: Html }) => html`Fulfil ${subject}`,
        chosen: 'Fulfil chosen',
        one: (it: { strong: Strong; subject: string; list: Html }) =>
          html`${it.strong('Fulfilled:')} ${it.subject}. It is under “${it.list}”.`,
        several: (it: { strong: Strong; count: number; list: Html }) =>
          html`${it.strong('Fulfilled:')} ${redemptions(it.count)}. They are under “${it.list}”.`,
      },
      declined: {
        this: ({ subject }: { subject: Html }) => html`Decline ${subject}`,
        chosen: 'Decline chosen',
        one: (it: { strong: Strong; subject: string; coins: number; list: Html }) =>
          html`${it.strong('Declined:')} ${it.subject}. ${coins(it.coins)} went back. It is under “${it.list}”.`,
        several: (it: { strong: Strong; count: number; coins: number; list: Html }) =>
          html`${it.strong('Declined:')} ${redemptions(it.count)}. ${coins(it.coins)} went back. They are under “${it.list}”.`,
      },
      refunded: {
        this: ({ subject }: { subject: Html }) => html`Refund ${subject}`,
        chosen: 'Refund chosen',
        one: (it: { strong: Strong; subject: string; coins: number; list: Html }) =>
          html`${it.strong('Refunded:')} ${it.subject}. ${coins(it.coins)} went back. It is under “${it.list}”.`,
        several: (it: { strong: Strong; count: number; coins: number; list: Html }) =>
          html`${it.strong('Refunded:')} ${redemptions(it.count)}. ${coins(it.coins)} went back. They are under “${it.list}”.`,
      },
    },
    /** The steps that give coins back need a reason. */
    reasons: {
      declined: {
        title: 'Decline',
        why: ({ subject }: { subject: string }) =>
          `Why is ${subject} declined? The person reads this.`,
        whyThese: ({ count }: { count: number }) =>
          `Why are these ${number(count)} redemptions declined? They read this.`,
        giveBack: (it: { count: number; coins: number }) =>
          plural(it.count, {
            one: `Decline and give ${coins(it.coins)} back`,
            other: `Decline ${number(it.count)} and give ${coins(it.coins)} back`,
          }),
        nothing: 'Nothing to decline.',
      },
      refunded: {
        title: 'Refund',
        why: ({ subject }: { subject: string }) =>
          `Why is ${subject} refunded? The person reads this.`,
        whyThese: ({ count }: { count: number }) =>
          `Why are these ${number(count)} redemptions refunded? They read this.`,
        giveBack: (it: { count: number; coins: number }) =>
          plural(it.count, {
            one: `Refund and give ${coins(it.coins)} back`,
            other: `Refund ${number(it.count)} and give ${coins(it.coins)} back`,
          }),
        nothing: 'Nothing to refund.',
      },
    },
    noneChosen: 'Choose redemptions by the boxes beside them.',
    tooMany: ({ max }: { max: number }) => `At most ${number(max)} can be changed at once.`,
    notPossible: 'That is not possible in this state.',
    /** Who decided before, and when. */
    decided: {
      pending: ({ subject }: { subject: string }) => `${subject} waits for a decision.`,
      approved: (it: { actor: string; subject: string; when: string }) =>
        `${it.actor} approved ${it.subject}, ${it.when}.`,
      fulfilled: (it: { actor: string; subject: string; when: string }) =>
        `${it.actor} fulfilled ${it.subject}, ${it.when}.`,
      declined: (it: { actor: string; subject: string; when: string }) =>
        `${it.actor} declined ${it.subject}, ${it.when}.`,
      refunded: (it: { actor: string; subject: string; when: string }) =>
        `${it.actor} refunded ${it.subject}, ${it.when}.`,
    },
    somebody: 'Somebody',
    moreDecided: ({ count }: { count: number }) => `${number(count)} more were changed.`,
    left: ({ strong, sentences }: { strong: Strong; sentences: string }) =>
      html` ${strong('Left as they are:')} ${sentences}`,
  },
  me: {
    title: 'My page',
    noPage: 'No page of your own',
    noPageText:
      'This account does not belong to an employee, so it earns no XP and is on no leaderboard.',
    level: 'Level',
    highestLevel: 'The highest level',
    xpToLevel: (it: { xp: number; level: number }) => `${xp(it.xp)} to level ${number(it.level)}`,
    welcome: (it: { person: Html; xp: number; month: string }) =>
      html`Welcome, ${it.person}. You earned ${xp(it.xp)} in ${it.month}.`,
    latestBadge: 'latest badge',
    rarityHeldBy: (it: { rarity: string; count: number }) =>
      `${it.rarity}, held by ${people(it.count)}`,
    heldBy: ({ count }: { count: number }) => `held by ${number(count)}`,
    companyIn: ({ month }: { month: string }) => `Company, ${month}`,
    departmentIn: ({ department, month }: { department: string; month: string }) =>
      `${department}, ${month}`,
    coins: 'Coins',
    badges: 'Badges',
    xpByMonth: 'XP by month',
    xpByMonthLabel: 'XP by month, the last twelve months',
    best: (it: { month: string; xp: number }) => `Best: ${it.month}, ${number(it.xp)}`,
    runningMonth: (it: { month: string; xp: Html }) => html`Dashed: ${it.month} so far, ${it.xp}`,
    numbers: 'Numbers',
    aroundYou: ({ month }: { month: string }) => `Around you in ${month}`,
    wholeLeaderboard: 'Whole leaderboard',
    rank: 'Rank',
    person: 'Person',
    xp: 'XP',
    you: 'you',
    badgesOf: ({ held, all }: { held: number; all: number }) => `${number(held)} of ${number(all)}`,
    xpToGo: (it: { xp: number }) => `${xp(it.xp)} to go`,
    noBadgesYet: ({ count }: { count: number }) => `None yet. ${badges(count)} can be earned.`,
    shop: 'Shop',
    redeemThis: ({ item }: { item: Html }) => html`Redeem ${item}`,
    youHave: ({ count, strong }: { count: number; strong: Strong }) =>
      html`You have ${strong(coins(count))}`,
    latestXp: 'Latest XP',
    noXpYet: 'What you earn stands here.',
    noReason: 'No reason given',
    correction: 'correction',
    latestCoins: 'Latest coins',
    redemptions: 'My redemptions',
    allOfThem: 'All of them',
    noRedemptionsYet: 'What you redeem stands here, with its status.',
    item: 'Item',
    requested: 'Requested',
    status: 'Status',
    nothingHere: 'Nothing here',
    nothingHereText: 'What you redeem in the shop stands here, with what became of it.',
    openShop: 'Open the shop',
  },
  home: {
    title: 'Home',
    lead: ({ day, count }: { day: string; count: number }) => `${day} · ${activePeople(count)}`,
    nothingWaits: 'Nothing waits for a decision',
    waiting: 'Waiting for a decision',
    blocked: 'A roster sync is blocked',
    blockedText: ({ count }: { count: number }) =>
      `${people(count)} would be deactivated, more than the limit allows. Everything else was applied.`,
    seeBlocked: 'See who they are',
    kept: ({ count }: { count: number }) =>
      plural(count, {
        one: `${people(count)} is not in the roster and kept`,
        other: `${people(count)} are not in the roster and kept`,
      }),
    keptText: 'Their address has another number there, or they have a role. Decide who stays.',
    seeKept: 'See who is kept',
    redemptionsText: 'Somebody spent coins and waits for an answer.',
    decide: 'Decide',
    webhookDisabled: ({ host }: { host: string }) => `The webhook to ${host} is disabled`,
    webhookReasons: {
      receiver: 'The receiver is gone.',
      failures: 'Deliveries failed for days.',
    },
    seeWebhook: 'See the webhook',
    keyEnds: ({ name, day }: { name: string; day: string }) => `Key “${name}” ends on ${day}`,
    keyEndsText: 'Rotate it before it ends.',
    timeLeft: ({ time }: { time: string }) => `${time} left`,
    ended: 'ended',
    seeKey: 'See the key',
    xpIn: ({ month }: { month: string }) => `XP in ${month}`,
    withXpIn: ({ month }: { month: string }) => `People with XP in ${month}`,
    of: ({ count }: { count: number }) => `of ${number(count)}`,
    mostXp: 'Most XP of one person',
    departmentsWithPeople: 'Departments with people',
    lately: 'Lately',
    nothingLately: 'What people and systems change stands here.',
    /** What somebody did with a roster, with a link to it and what came of it. */
    rosters: {
      sync: (it: { actor: Html; link: Link; result: string }) =>
        html`${it.actor} ${it.link('synced the roster')}: ${it.result}`,
      revert: (it: { actor: Html; link: Link; result: string }) =>
        html`${it.actor} ${it.link('reverted a roster')}: ${it.result}`,
      approval: (it: { actor: Html; link: Link; result: string }) =>
        html`${it.actor} ${it.link('approved a roster')}: ${it.result}`,
    },
    health: 'Health',
    needsAttention: 'needs attention',
    noProblems: 'no problems',
    lastRoster: 'Last roster',
    lastBackup: 'Last backup',
    noneYet: 'none yet',
    isOld: 'old',
    data: 'Data',
    clock: 'Clock',
    utc: ({ time }: { time: string }) => `${time} UTC`,
  },
  errors: {
    /** What the status of an error is called. */
    titles: {
      400: 'The request cannot be read',
      403: 'This is not allowed',
      404: 'Nothing is here',
      409: 'That is not possible now',
      413: 'The form is too large',
      429: 'Too many requests',
      500: 'Something went wrong',
      503: 'The service cannot do this at the moment',
    },
    refused: 'The request is refused',
    /** What the status of an error means, where nothing more is known. */
    texts: {
      400: 'What was sent cannot be read.',
      404: 'The address leads to no page. What was here may have moved or been removed.',
      409: 'Something else was first. Look at the page again.',
      413: 'Less can be sent at once.',
      429: 'More was asked for than is allowed at once.',
      500: 'The service met an error that it did not expect. What was being changed is not changed.',
      503: 'It cannot read or write its data right now, or has too much to do. What was being changed is not changed.',
    },
    nothingDone: 'What was being changed is not changed.',
    /** A change that is refused because of an earlier one. */
    changedBy: (it: { refusal: string; actor: string; when: string }) =>
      `${it.refusal} The last change is by ${it.actor}, ${it.when}.`,
    tryAgain: ({ seconds }: { seconds: number }) =>
      plural(seconds, {
        one: `Try again in ${number(seconds)} second.`,
        other: `Try again in ${number(seconds)} seconds.`,
      }),
    toStart: 'Go to the start',
    toSignIn: 'Go to the sign-in',
    askIt: ({ request }: { request: Html }) =>
      html`If you ask IT about it, name the request ${request}.`,
    elsewhere: 'The portal is elsewhere',
    elsewhereTitle: 'The portal has another address',
    elsewhereText: 'This one is plain HTTP, which others on the way can read. The portal is here:',
    elsewhereProxy: (it: { code: Strong }) =>
      html`If that leads back to this page, its proxy passes on neither ${it.code('Host')} nor ${it.code('X-Forwarded-For')}; ${it.code('engaged deploy nginx')} and ${it.code('engaged deploy caddy')} print a configuration that does.`,
    httpsNeeded: 'HTTPS is needed',
    httpsTitle: 'Sign-in needs HTTPS',
    httpsText:
      'This address is plain HTTP. Anybody on the way could read passwords and take over sessions, so the portal is closed here. Nothing else of the service is affected.',
    openForAll: 'To open it for everybody',
    giveCertificate: 'Give the service a certificate:',
    useProxy:
      'Or put a proxy with one in front, and let the service trust it. This prints the configuration:',
    openForYou: 'To open it for yourself',
    useTunnel: ({ address }: { address: Html }) =>
      html`Use the machine that runs the service, or a tunnel to it, and open ${address}:`,
  },
  failures,
  signIn: {
    title: 'Sign in',
    titleTo: ({ company }: { company: string }) => `Sign in to ${company}`,
    withProvider: ({ name }: { name: string }) => `Sign in with ${name}`,
    withPassword: 'Sign in with a password',
    notSignedIn: 'Not signed in.',
    wrong: 'Email or password is wrong.',
    company: 'Company',
    workEmail: 'Work email',
    password: 'Password',
    passwordLost: 'Password lost, or none yet?',
    passwordLostText: 'Whoever runs the service makes a link that works once, for 15 minutes:',
    isOver: ({ strong }: { strong: Strong }) =>
      html`${strong('You are signed out.')} This happens after 30 minutes without use, after 8 hours, and when a password or a role changes.`,
    isOverUnsaved: ({ strong }: { strong: Strong }) =>
      html`${strong('You are signed out.')} This happens after 30 minutes without use, after 8 hours, and when a password or a role changes. What you sent last was not saved.`,
    signOut: 'Sign out',
    enterCode: 'Enter the code',
    code: 'Code',
    codeHint: 'Six digits',
    appShowsIt: ({ email }: { email: string }) => `Your authenticator app shows it for ${email}.`,
    appLost: 'App lost?',
    recoveryCode: 'Recovery code',
    withRecoveryCode: 'Sign in with a recovery code',
    recoveryCodeLost:
      'Without one, an owner of the portal can reset two-step sign-in, or whoever runs the service:',
    wrongCode: 'This code is wrong, or was used already.',
    confirmTitle: 'Confirm that it is you',
    confirmText: 'This needs your password, because you last gave it more than 10 minutes ago.',
    confirmTextKept:
      'This needs your password, because you last gave it more than 10 minutes ago. Nothing is changed yet, and what you entered is kept.',
    confirmAtProvider:
      'Nothing is changed yet. Sign in again, and then repeat what you did: it is possible for 10 minutes.',
    confirmBySigningIn: 'Sign out, sign in again and repeat what you did.',
    goOn: 'Continue',
    notYourPassword: 'This is not your password.',
    setYourPassword: 'Set your password',
    linkFor: ({ email, until }: { email: string; until: string }) =>
      `For ${email}. The link works once, until ${until} UTC.`,
    linkForFirstOwner: ({ until }: { until: string }) =>
      `You become the owner of this portal. The link works once, until ${until} UTC.`,
    yourWorkEmail: 'Your work email',
    setPasswordAndSignIn: 'Set password and sign in',
    passwordNotSet: 'The password is not set yet.',
  },
  twoStep: {
    title: 'Two-step sign-in',
    lead: 'After your password you also enter a code from an app on your phone.',
    setUp: 'Set up',
    scanThis:
      'Scan this with an authenticator app, such as Google Authenticator, Microsoft Authenticator or 2FAS.',
    qrCode: 'QR code for the authenticator app',
    noCamera: ({ open }: { open: Link }) =>
      html`No camera? ${open('Open the app on this device')}, or enter the secret there:`,
    codeNow: 'Code that the app shows now',
    switchOn: 'Switch on',
    signsOut: 'This signs you out everywhere else.',
    notOnYet: 'Two-step sign-in is not on yet.',
    openTooLong: 'The page was open for too long. Scan the new QR code.',
    isOn: 'Two-step sign-in is on.',
    onSince: ({ since, count }: { since: Html; count: number }) =>
      html`On since ${since}. ${plural(count, { one: `${number(count)} recovery code left.`, other: `${number(count)} recovery codes left.` })}`,
    change: 'Change',
    codeFromApp: 'Code from your app',
    renew: 'Make new recovery codes',
    areNew: 'Your recovery codes are new.',
    switchOff: 'Switch off',
    isOff: 'Two-step sign-in is off.',
    changeText:
      'New recovery codes replace the ones you have. For a new phone, switch off and set up again.',
    keepCodes:
      'Keep these recovery codes where you find them without your phone, such as in a password manager. Each signs you in once. They are shown this once.',
    copied: 'I have copied them',
  },
  invitations: {
    title: 'Invitations',
    lead: (it: { count: number; all: number }) =>
      `${number(it.count)} of ${people(it.all)} who are active ${plural(it.count, { one: 'has', other: 'have' })} signed in.`,
    state: 'State',
    states: {
      signed_in: 'signed in',
      invited: 'has a link',
      expired: 'link ran out',
      never: 'never invited',
      disabled: 'account disabled',
    },
    figures: {
      signed_in: 'Signed in',
      invited: 'Have a link',
      expired: 'Link ran out',
      never: 'Never invited',
    },
    everybody: 'Everybody',
    person: 'Person',
    department: 'Department',
    worksUntil: ({ when }: { when: Html }) => html`works until ${when}`,
    invitedOn: ({ when }: { when: Html }) => html`invited ${when}`,
    nobody: 'Nobody here',
    nobodyText: 'Nobody who is active is in this state.',
    invite: 'Invite',
    without: ({ count }: { count: number }) =>
      count === 0
        ? 'Everybody has signed in or has a link that works.'
        : `${people(count)} ${plural(count, { one: 'has', other: 'have' })} never signed in and ${plural(count, { one: 'has', other: 'have' })} no link that works. A link sets a password and signs in. It works once.`,
    whom: 'Whom',
    whomHint:
      'Those of them who have never signed in. A department is invited with those below it.',
    days: 'How many days the links work',
    linksThatWork: 'Links that still work',
    again: 'Replace them by new ones, too',
    makeLinks: 'Make the links',
    noLinks: 'No links were made.',
    nobodyInvited: 'There was nobody to invite: everybody has signed in or has a link that works.',
    link: 'Link',
    linkFor: ({ person, until }: { person: Html; until: string }) =>
      html`A link for ${person}, which works once, until ${until}`,
    linkOf: ({ name }: { name: string }) => `Link of ${name}`,
    links: ({ count, until }: { count: number; until: string }) =>
      `${number(count)} links, which work once, until ${until}`,
    shownOnce:
      'Download them now: they are shown this once and cannot be shown again. The file has a line for each person, for a mail merge.',
    goOn: 'There may be more people to invite: make the next links after these.',
    download: 'Download as CSV',
    fileName: 'invitations',
    csvHead: ['Name', 'Email', 'Department', 'Link'],
    showLinks: 'Show the links',
    haveThem: 'I have them',
    signingIn: 'Signing in',
    makeLink: 'Make a link',
    makeLinkText:
      'A link sets a password and signs in for the first time. It works once, for a week, and replaces an earlier one.',
    doneText: 'An owner makes a link for a new password under “Accounts”.',
    byOwner: 'An owner invites owners and admins.',
  },
  accounts: {
    title: 'Accounts',
    lead: 'Who may sign in to the portal, and as what.',
    withRole: 'With a role',
    everybody: 'Everybody',
    account: 'Account',
    yourAccount: 'Your account',
    noName: 'No name',
    email: 'Email',
    company: 'Company',
    since: 'Since',
    seePerson: 'See the person',
    getsItsEmail: 'Gets its email address when its link is opened',
    states: {
      active: 'active',
      'no password': 'no password',
      disabled: 'disabled',
      deactivated: 'deactivated',
    },
    lastSignIn: 'Last sign-in',
    never: 'never',
    role: 'Role',
    roles: {
      owner: 'Owner',
      admin: 'Admin',
      manager: 'Manager',
      viewer: 'Viewer',
      none: 'Member',
    },
    rolesToGive: {
      '': 'An employee’s own role',
      viewer: 'Viewer (not an employee)',
      admin: 'Admin (not an employee)',
      owner: 'Owner (not an employee)',
    },
    roleText: 'Changing the role signs the account out everywhere.',
    changeRole: 'Change role',
    roleIs: ({ role }: { role: Html }) => html`The role is ${role}.`,
    invite: 'Invite',
    inviteText:
      'Creates a link with which somebody sets a password. Send it to them; it works once, for 15 minutes.',
    workEmail: 'Work email',
    whoseAccount: 'Whose account is it?',
    noEmployeeHasIt:
      'No employee has this email. Choose a role for somebody who is not an employee.',
    createLink: 'Create link',
    noLinkCreated: 'No link was created.',
    linkFor: ({ email }: { email: string }) => `A link for ${email}`,
    linkLabel: 'Link, works once, for 15 minutes',
    newLink: 'New link',
    newLinkText: 'For a password that is lost or was never set. An earlier link stops working.',
    signedIn: 'Signed in',
    nowhere: 'Nowhere.',
    browser: 'Browser',
    browserOn: (it: { browser: string; system: string }) => `${it.browser} on ${it.system}`,
    otherBrowser: 'Another browser',
    opened: 'Opened',
    lastUsed: 'Last used',
    now: 'now',
    thisOne: 'this one',
    action: 'Action',
    end: 'End',
    endOf: ({ browser }: { browser: Html }) => html`End ${browser}`,
    endOthers: 'End the others',
    endTheOthers: ({ count }: { count: number }) =>
      plural(count, { one: 'End the other', other: `End the ${number(count)} others` }),
    sessionEnded: 'The session has ended.',
    sessionsEnded: ({ count }: { count: number }) =>
      plural(count, {
        one: `${number(count)} session has ended.`,
        other: `${number(count)} sessions have ended.`,
      }),
    sessionsText: 'You are signed out after 30 minutes without use, and after 8 hours.',
    password: 'Password',
    currentPassword: 'Current password',
    notTheCurrentPassword: 'This is not the current password.',
    newPassword: 'New password',
    newPasswordHint:
      '15 characters or more. Four or five unrelated words are strong and easy to type.',
    passwordAgain: 'The same again',
    passwordsDiffer: 'The two passwords differ.',
    passwordProblems: {
      short: ({ length, min }: { length: number; min: number }) =>
        `The password has ${plural(length, { one: `${number(length)} character`, other: `${number(length)} characters` })}; ${number(min)} are needed.`,
      long: ({ max }: { max: number }) =>
        `The password may have at most ${number(max)} characters.`,
      unusable: (_: object) => 'The password holds a character that cannot be used.',
      guessable: (_: object) =>
        'The password is among the first that are tried. Choose words that nobody would expect.',
    },
    changePassword: 'Change password',
    passwordChanged: 'The password is changed.',
    passwordUnchanged: 'The password is unchanged.',
    passwordSignsOut: 'This signs you out everywhere else.',
    twoStep: 'Two-step sign-in',
    twoStepText:
      'After the password you enter a code from an app, so that a stolen password is not enough.',
    twoStepSince: ({ since }: { since: Html }) => html`On since ${since}.`,
    twoStepOfYours: ({ since, own }: { since: Html; own: Link }) =>
      html`Since ${since}. Change it on ${own('your own page')}.`,
    twoStepOfOthers: ({ since }: { since: Html }) =>
      html`Since ${since}. For somebody who has lost both the app and the recovery codes. The password alone is then enough, and the account is signed out everywhere.`,
    on: 'on',
    setUp: 'Set up',
    setUpTwoStep: 'Set up two-step sign-in',
    change: 'Change',
    changeTwoStep: 'Change two-step sign-in',
    reset: 'Reset',
    isReset: 'The password alone is now enough to sign in to this account.',
    switchOffOnYourPage: 'Switch it off on your own page.',
    disable: 'Disable',
    disableText:
      'Nobody can sign in with it, and it is signed out everywhere. It can be enabled again.',
    disableThis: 'Disable account',
    isDisabled: 'The account is disabled.',
    enable: 'Enable',
    enableThis: 'Enable account',
    isEnabled: 'The account is enabled.',
  },
  webhooks: {
    title: 'Webhooks',
    lead: 'Events are sent to these addresses as they happen, signed.',
    none: 'No webhooks yet',
    noneText:
      'A webhook tells another system at once when somebody joins, gets XP or a badge, or redeems an item.',
    noneTextAskOwner:
      'A webhook tells another system at once when somebody joins, gets XP or a badge, or redeems an item. An owner can make one, here or with the command.',
    webhook: 'Webhook',
    webhookTo: ({ host }: { host: string }) => `Webhook to ${host}`,
    itsReceiver: 'its receiver',
    addressAndEvents: 'Address and events',
    address: 'Address',
    addressHint:
      'An https or http address that answers 2xx within 15 seconds. It must be public, unless the setting webhook-allow names it.',
    giveAddress: 'Where are events sent?',
    event: 'Event',
    events: 'Events',
    eventsHint: 'If you choose none, it gets all of them.',
    allEvents: 'all events',
    meanings: EVENT_TYPES,
    state: 'State',
    states: { active: 'active', failing: 'failing', disabled: 'disabled' },
    retries: 'Retries',
    planned: ({ count }: { count: number }) => `${number(count)} planned`,
    createdAt: 'Created',
    newWebhook: 'New webhook',
    newLead: 'It gets the events from now on.',
    newWebhookTo: ({ url }: { url: string }) => `New webhook: ${url}`,
    createThis: 'Create webhook',
    notCreated: 'No webhook was created.',
    secret: 'Secret',
    secretText: 'The receiver checks signatures with it, after Standard Webhooks.',
    newSecretFor: ({ url }: { url: string }) => `New secret: ${url}`,
    failing: 'Failing',
    failingSince: ({ since, count }: { since: Html; count: number }) =>
      html`since ${since}, ${plural(count, { one: `${number(count)} failure`, other: `${number(count)} failures` })}`,
    disabled: 'Disabled',
    disabledReasons: {
      operator: 'by hand',
      failures: 'deliveries failed for five days',
      receiver: 'the receiver answered 410',
    },
    testAndState: 'Test and state',
    testText: 'Sends a test event now and shows the answer.',
    sendTest: 'Send test event',
    testDelivered: (it: { strong: Strong; status: number; milliseconds: number }) =>
      html`${it.strong('The test event is delivered.')} The answer is ${it.status}, after ${number(it.milliseconds)} ms.`,
    testRefused: (it: { strong: Strong; status: number; milliseconds: number }) =>
      html`${it.strong('The test event is not delivered.')} The answer is ${it.status}, after ${number(it.milliseconds)} ms. Only an answer from 200 to 299 counts as delivered.`,
    testUnreachable: ({ strong, command }: { strong: Strong; command: Html }) =>
      html`${strong('The test event is not delivered.')} Its address is not reachable. Whoever runs the service sees why with ${command}.`,
    enable: 'Enable',
    enableWithoutMissed: 'Enable without what was missed',
    enableText: 'When it is enabled again, it gets the missed events that are still kept.',
    isEnabled: 'The webhook is enabled.',
    isEnabledWithoutMissed: 'The webhook is enabled, without what it missed.',
    disable: 'Disable',
    disableText:
      'A disabled webhook gets nothing. When it is enabled again, it can get what it missed.',
    isDisabled: 'The webhook is disabled.',
    resend: ({ event }: { event: Html }) => html`Resend ${event}`,
    resendAll: 'Resend what was not delivered',
    resent: ({ count }: { count: number }) =>
      count === 0
        ? 'There is nothing to send again.'
        : plural(count, {
            one: `${number(count)} event is sent again.`,
            other: `${number(count)} events are sent again.`,
          }),
    rotate: 'Rotate the secret',
    rotateText: 'Until the old secret ends, events are signed with both.',
    rotateThis: 'Rotate secret',
    stillSigns: 'The old secret still signs',
    delete: 'Delete',
    deleteText: 'For good, with the record of its deliveries.',
    deleteThis: 'Delete webhook',
    typeHost: ({ host }: { host: Html }) => html`To confirm, type its host: ${host}`,
    isDeleted: ({ host }: { host: Html }) => html`The webhook to ${host} is deleted.`,
    deliveries: 'Deliveries',
    all: 'All',
    deliveryStates: { delivered: 'delivered', waiting: 'waiting', failed: 'failed' },
    noneInState: {
      delivered: 'Nothing is delivered.',
      waiting: 'Nothing is waiting.',
      failed: 'Nothing is failed.',
    },
    noneSent: 'Nothing was sent yet. Each event stands here once it was sent; test events do not.',
    noneMore: 'Nothing more.',
    attempts: ({ count }: { count: number }) =>
      count === 0
        ? 'about to be sent'
        : plural(count, { one: `${number(count)} attempt`, other: `${number(count)} attempts` }),
    answer: 'Answer',
    notReachable: 'not reachable',
    milliseconds: ({ count }: { count: number }) => `${number(count)} ms`,
    lastAttempt: 'Last attempt',
    nextAt: ({ time }: { time: string }) => `next ${time}`,
    action: 'Action',
  },
  people: {
    searchLabel: 'Name, email or external ID',
    find: 'Find',
    nobodyMatches: ({ search }: { search: string }) => `Nobody who is active matches “${search}”.`,
    moreMatch: 'More people match. Search for more of the name.',
    title: 'People',
    /** How many people a list has, and of which: 18 active people in Sales and below with a role match “ann”. */
    counted: (it: {
      count: number;
      /** Whether there are more than that. */
      isMore: boolean;
      state: 'active' | 'deactivated' | 'all';
      /** The department that was chosen. */
      department: Html | undefined;
      /** Whether only the own department and those below it are seen. */
      isOwnDepartment: boolean;
      withRole: boolean;
      search: string;
    }) => {
      const kind = { active: 'active ', deactivated: 'deactivated ', all: '' }[it.state];
      const who = plural(it.count, { one: `${kind}person`, other: `${kind}people` });
      const count = `${it.isMore ? 'More than ' : ''}${number(it.count)} ${who}`;
      const place = it.department
        ? html` in ${it.department} and below`
        : it.isOwnDepartment
          ? ' in your department and below'
          : '';
      const match = plural(it.count, { one: 'matches', other: 'match' });
      return html`${count}${place}${it.withRole ? ' with a role' : ''}${it.search === '' ? '' : ` ${match} “${it.search}”`}`;
    },
    state: 'State',
    states: {
      active: 'Active',
      deactivated: 'Deactivated',
      all: 'Active and deactivated',
    },
    anyRole: 'Any role',
    withRole: 'With a role',
    allDepartments: 'All departments',
    name: 'Name',
    departmentAndJob: 'Department and job title',
    joinedNewestFirst: 'Joined ↓',
    xpIn: ({ month }: { month: string }) => `XP in ${month}`,
    xp: 'XP',
    nobodyActive: 'Nobody is active',
    nobodyActiveText:
      'Everybody on record is deactivated. A roster that lists them brings them back, except those whom somebody deactivated by hand.',
    seeDeactivated: 'See the deactivated people',
    noneYetOnRecord: 'No people yet',
    noneYetOnRecordText:
      'Upload the CSV file that your HR system exports. You see every change before it is made.',
    uploadRoster: 'Upload roster',
    /** Between a button and a command. */
    orByCommand: 'or',
    nobodyOfYours: 'Nobody is active in your department',
    nobodyOfYoursText: 'Nor in a department below it.',
    nobody: 'Nobody matches',
    nobodySought: ({ search }: { search: string }) => `Nobody matches “${search}”`,
    searched: {
      all: 'Searched are names, email addresses and external IDs.',
      active: 'Searched are names, email addresses and external IDs of people who are active.',
      deactivated:
        'Searched are names, email addresses and external IDs of people who are deactivated.',
    },
    searchedInDepartment: {
      all: 'Searched are names, email addresses and external IDs, in the chosen department and those below it.',
      active:
        'Searched are names, email addresses and external IDs of people who are active, in the chosen department and those below it.',
      deactivated:
        'Searched are names, email addresses and external IDs of people who are deactivated, in the chosen department and those below it.',
    },
    searchEverywhere: 'Search everywhere',
    clear: 'Clear',
    active: 'active',
    deactivated: 'deactivated',
    level: 'Level',
    highestLevel: 'the highest',
    xpToLevel: (it: { xp: number; level: number }) => `${xp(it.xp)} to ${number(it.level)}`,
    coins: 'Coins',
    rankIn: ({ where }: { where: string }) => `Rank in ${where}`,
    rankInDepartment: 'Rank in department',
    period: 'Period',
    allTime: 'All time',
    xpEntries: 'XP, entry by entry',
    coinEntries: 'Coins, entry by entry',
    countsFor: 'Counts for',
    day: 'Day',
    reason: 'Reason',
    noReason: 'No reason given',
    sum: 'Sum',
    left: 'Left',
    correction: 'correction',
    recordedLater: 'recorded later',
    noXp: 'No XP in this period.',
    total: ({ window, count }: { window: string; count: number }) =>
      plural(count, {
        one: `${window}, ${number(count)} entry`,
        other: `${window}, ${number(count)} entries`,
      }),
    totalOfNewest: (it: { window: string; count: number; newest: number }) =>
      `${it.window}, ${number(it.count)} entries, the newest ${number(it.newest)} shown`,
    theNewest: ({ count }: { count: number }) => `The newest ${number(count)}.`,
    everyEntryCounts:
      'Every entry counts for good. An entry is never changed: a correction is an entry of its own.',
    countsFromUntil: ({ from, until }: { from: string; until: string }) =>
      `Counts what was earned from ${from} until ${until}, 00:00 UTC.`,
    sources: {
      operator: 'by hand',
      import: 'imported from a file',
      sample: 'sample data',
      shop: 'the shop',
      gift: 'given to many',
    },
    giveToThese: 'Give to these…',
    correctXp: 'Award or correct XP',
    xpPlusOrMinus: 'XP, plus or minus',
    amountWanted: 'A whole number that is not 0, such as 120 or −120.',
    dayUpToToday: 'A day up to today.',
    amountAgain: 'The amount again',
    /** @param limit such as 10,000 XP */
    moreThan: ({ limit }: { limit: string }) =>
      `This is more than ${limit}. Type the amount again.`,
    reasonHint: 'The person can read it. A correction is an entry of its own; nothing is erased.',
    recordXp: 'Record XP',
    noXpRecorded: 'No XP was recorded.',
    xpRecorded: ({ amount, person, level }: { amount: Html; person: Html; level: number }) =>
      html`${amount} recorded for ${person}. The level is ${number(level)}.`,
    xpRecordedAlready: (it: { amount: Html; person: Html; level: number }) =>
      html`${it.amount} recorded already for ${it.person}. The level is ${number(it.level)}.`,
    correctCoins: 'Give or take coins',
    coinsPlusOrMinus: 'Coins, plus or minus',
    recordCoins: 'Record coins',
    noCoinsRecorded: 'No coins were recorded.',
    coinsRecorded: ({ amount, person, left }: { amount: Html; person: Html; left: string }) =>
      html`${amount} recorded for ${person}, who has ${left} now.`,
    coinsRecordedAlready: (it: { amount: Html; person: Html; left: string }) =>
      html`${it.amount} recorded already for ${it.person}, who has ${it.left} now.`,
    badge: 'Badge',
    chooseABadge: 'Choose a badge',
    chooseBadge: 'Choose a badge.',
    awardBadge: 'Award badge',
    noBadgeChanged: 'No badge was changed.',
    badgeRevoked: ({ badge }: { badge: Html }) =>
      html`${badge} is revoked. The award stays on record.`,
    badgesOf: ({ held, all }: { held: number; all: number }) => `${number(held)} of ${number(all)}`,
    noBadgesYet: ({ badges: link }: { badges: Link }) =>
      html`There are no badges yet. They are defined under ${link('Badges')}.`,
    noneYet: 'None yet.',
    redemptions: 'Redemptions',
    item: 'Item',
    requested: 'Requested',
    status: 'Status',
    record: 'Record',
    details,
    add: 'Add a person',
    addLead: 'For somebody who stands in no roster yet. A roster with the same email finds them.',
    addThis: 'Add the person',
    nobodyAdded: 'Nobody was added.',
    isAdded: ({ person }: { person: Html }) => html`${person} is added.`,
    edit: 'Edit',
    editOf: ({ name }: { name: string }) => `Edit ${name}`,
    editLead:
      'A roster replaces department, job title and first day by what it says. Name and email stay, unless it is imported with “Change names and emails”.',
    isChanged: ({ person }: { person: Html }) => html`The record of ${person} is changed.`,
    nameHint: 'Shown until they have signed in with a name of their own.',
    externalIdHint: 'The number that rosters know the person by.',
    noDepartment: 'None',
    externalId: 'External ID',
    email: 'Email',
    department: 'Department',
    role: 'Role',
    nameGiven: 'Name given',
    joined: 'Joined',
    deactivatedOn: 'Deactivated',
    byRoster: ({ when }: { when: Html }) => html`${when}, by a roster`,
    deactivate: 'Deactivate',
    deactivateText:
      'The person can no longer sign in and leaves the leaderboards. XP, coins and badges are kept. No roster reactivates the person; you can.',
    isDeactivated: ({ person }: { person: Html }) => html`${person} is deactivated.`,
    reactivate: 'Reactivate',
    reactivateText: 'With the XP, coins and badges from before, and a place on leaderboards again.',
    isActiveAgain: ({ person }: { person: Html }) => html`${person} is active again.`,
    export: 'Export',
    exportText: 'Everything on record about this person, and nothing about anybody else.',
    downloadJson: 'Download as JSON',
    erase: 'Erase',
    eraseText:
      'Removes name, email, external ID and every text about this person for good. Amounts stay, as those of a “Former member”. Earlier backups still hold it. A roster that still lists the person adds them again, as somebody new.',
    eraseThis: 'Erase person',
    whyErase: 'Why, without naming the person',
    typeEmail: ({ email }: { email: Html }) => html`To confirm, type the email: ${email}`,
    nothingErased: 'Nothing was erased.',
    isErased: 'The person is erased.',
    vacuumCleans: ({ command }: { command: Html }) =>
      html`Unused parts of the data file are cleaned by ${command}.`,
    sandboxHasThem: 'The sandbox holds the same person.',
  },
  badges: {
    title: 'Badges',
    lead: 'Awarded by hand, or by a rule to everybody who reaches an amount of XP.',
    none: 'No badges yet',
    noneText:
      'A badge stands on the page of everybody who holds it. It can be awarded by hand, by a rule, or by another system.',
    badge: 'Badge',
    code: 'Code',
    codeHint:
      'Letters, digits, dots, hyphens and underscores. Other systems know the badge by it, so it cannot be changed later.',
    name: 'Name',
    category: 'Category',
    categories: { milestone: 'milestone', skill: 'skill', social: 'social' },
    rarity: 'Rarity',
    rarities: {
      common: 'common',
      uncommon: 'uncommon',
      rare: 'rare',
      epic: 'epic',
      legendary: 'legendary',
    },
    rarityAtXp: ({ rarity, xp: amount }: { rarity: string; xp: number }) =>
      `${rarity}, at ${xp(amount)}`,
    description: 'Description',
    optional: 'Optional',
    iconAddress: 'Address of an icon',
    iconHint: 'Optional; only other systems show it.',
    define: 'Define a badge',
    defineThis: 'Define the badge',
    notDefined: 'No badge was defined.',
    isDefined: ({ name }: { name: Html }) =>
      html`${name} is defined. Award it by a rule, or person by person.`,
    change: 'Change',
    isChanged: ({ name }: { name: Html }) => html`${name} is changed.`,
    rule: 'Rule',
    rules: 'Rules',
    rulesLead:
      'A rule awards its badge as soon as somebody reaches its XP. People who were deactivated at that time get their badges here.',
    noRule: 'None: it is awarded by hand.',
    ruleIs: ({ xp: amount }: { xp: Html }) => html`Awarded to everybody who reaches ${amount}.`,
    allTimeXp: 'All-time XP',
    showHowMany: 'Show how many',
    wouldBeAwarded: (it: { xp: Html; count: number; strong: Strong }) =>
      html`At ${it.xp}, ${it.strong(people(it.count))} would be awarded the badge now, others when they reach it.`,
    setRule: 'Set the rule',
    setRuleAndAward: ({ count }: { count: number }) => `Set the rule and award ${number(count)}`,
    ruleIsSet: ({ name, xp: amount, count }: { name: Html; xp: number; count: number }) =>
      html`${name} is awarded at ${xp(amount)}. ${plural(count, {
        one: `${people(count)} has been awarded it now.`,
        other: `${people(count)} have been awarded it now.`,
      })}`,
    removeRule: 'Remove the rule',
    holdersKeepIt: 'Who holds the badge keeps it.',
    ruleIsRemoved: ({ name }: { name: Html }) =>
      html`${name} has no rule any more. Who holds it keeps it.`,
    atXp: ({ xp: amount }: { xp: number }) => `at ${xp(amount)}`,
    applyRules: 'Apply the rules',
    notAwarded: 'Nothing was awarded.',
    newHolders: 'New holders',
    awardThese: ({ count }: { count: number }) => `Award ${badges(count)}`,
    areAwarded: ({ count }: { count: number }) =>
      plural(count, {
        one: `${badges(count)} is awarded.`,
        other: `${badges(count)} are awarded.`,
      }),
    everybodyHasThem:
      'Everybody has the badges that the rules award. People who are reactivated may appear here.',
    award: 'Award',
    awardTo: ({ person }: { person: Html }) => html`Award to ${person}`,
    holdsIt: 'holds it',
    isAwarded: ({ badge, person }: { badge: Html; person: Html }) =>
      html`${badge} is awarded to ${person}.`,
    holders: 'Holders',
    nobodyYet: 'Nobody holds it yet.',
    nobodyMore: 'Nobody holds it from here on.',
    revoke: 'Revoke',
    revokeOf: ({ person }: { person: Html }) => html`Revoke of ${person}`,
    isRevoked: ({ badge, person }: { badge: Html; person: Html }) =>
      html`${badge} of ${person} is revoked. The award stays on record.`,
  },
  roster,
  preview,
  uploads,
  syncs,
  kept,
  changes,
  fields,
  departments: {
    title: 'Departments',
    lead: ({ active, archived }: { active: number; archived: number }) =>
      plural(active, {
        one: `${number(active)} active department, ${number(archived)} archived. A roster finds them by external ID, then by name.`,
        other: `${number(active)} active departments, ${number(archived)} archived. A roster finds them by external ID, then by name.`,
      }),
    none: 'No departments yet',
    noneText: 'A roster creates the departments that it names.',
    noneTextForEditors:
      'A roster creates the departments that it names. You can also create one below, or with the command.',
    department: 'Department',
    externalId: 'External ID',
    people: 'People',
    withBelow: 'With below',
    xpIn: ({ month }: { month: string }) => `XP in ${month}`,
    atLevel: ({ level }: { level: number }) => `, level ${number(level)}`,
    archived: 'Archived',
    archivedText: 'They keep their history and can come back',
    newDepartment: 'New department',
    name: 'Name',
    giveName: 'Give it a name.',
    externalIdHint: 'What the HR system calls it, if it has such an ID.',
    below: 'Below',
    topLevel: 'Top level',
    createThis: 'Create department',
    notCreated: 'No department was created.',
    created: ({ name }: { name: Html }) => html`The department ${name} is created.`,
    noExternalId: 'No external ID',
    hasExternalId: ({ externalId }: { externalId: string }) => `External ID ${externalId}`,
    archivedOn: ({ day }: { day: string }) => `archived ${day}`,
    seePeople: 'See the people',
    peopleHere: 'People here',
    belowIt: 'Below it',
    count: departments,
    firstOfTree: ({ count, tree }: { count: number; tree: Link }) =>
      html`The first ${number(count)}. ${tree('All are in the tree')}.`,
    rename: 'Rename',
    renameText: 'A roster without IDs of departments finds it only by its new name.',
    isCalled: ({ name }: { name: Html }) => html`The department is called ${name}.`,
    move: 'Move',
    moveText: 'The departments below it move with it.',
    isMoved: 'The department is moved.',
    archive: 'Archive',
    archiveText:
      'Its people stay in it, and departments below it stay where they are. It can be restored.',
    archiveThis: 'Archive department',
    isArchived: ({ name }: { name: Html }) => html`${name} is archived.`,
    restore: 'Restore',
    restoreText: 'Below the department above it, or at the top level where that one is archived.',
    restoreThis: 'Restore department',
    isRestored: ({ name }: { name: Html }) => html`${name} is active again.`,
    isRestoredAtTop: ({ name }: { name: Html }) => html`${name} is active again, at the top level.`,
    merge: 'Merge',
    mergeTitle: 'Merge into another one',
    mergeText: ({ count }: { count: number }) =>
      `${people(count)}, those deactivated and the departments below move there, and this one is archived. This cannot be undone in one step. Its external ID moves too if the other one has none.`,
    mergePeople: ({ count }: { count: number }) => `Merge ${people(count)}`,
    into: 'Into',
    chooseOne: 'Choose a department',
    merged: (it: { active: number; deactivated: number; departments: number; into: Html }) =>
      html`${activePeople(it.active)}, ${number(it.deactivated)} deactivated and ${departments(it.departments)} moved to ${it.into}.`,
    mergedIdMoved: ({ externalId }: { externalId: string }) =>
      `It has the external ID ${externalId} now, so that a roster finds it.`,
    mergedNameComesBack: 'A roster that still sends this name makes it again.',
    mergedIdComesBack: ({ externalId }: { externalId: string }) =>
      `A roster that still sends ${externalId} restores this one.`,
  },
  boards: {
    title: 'Leaderboards',
    leaderboard: 'Leaderboard',
    running: 'running',
    lead: ({ count, since }: { count: number; since: string }) =>
      `${activePeople(count)}. ${since} With the same XP, who joined first is ahead.`,
    leadOf: (it: { department: string; count: number; since: string }) =>
      `${it.department} and below: ${activePeople(it.count)}. ${it.since} With the same XP, who joined first is ahead.`,
    since: ({ day }: { day: string }) => `XP from ${day}, 00:00 UTC on.`,
    sinceEver: 'All XP ever earned.',
    myPlace: 'My place',
    period: 'Period',
    periodNames: {
      last_3_months: 'The last 3 months',
      last_year: 'The last 12 months',
      all_time: 'All time',
    },
    rank: 'Rank',
    person: 'Person',
    department: 'Department',
    level: 'Level',
    xp: 'XP',
    you: 'you',
    peopleWithXp: 'People with XP',
    of: ({ size }: { size: number }) => `of ${number(size)}`,
    xpPerPerson: 'XP per person',
    byDepartment: 'By department',
    byDepartmentText: 'Counts the people directly in each department.',
    nobodyIn: ({ department }: { department: string }) => `Nobody is in ${department}`,
    nobodyInText: 'Nor in a department below it.',
    nobody: 'No people yet',
    nobodyText: 'Everybody who is active stands here, also without XP.',
    findName: 'Find a name',
    clear: 'Clear',
    nobodyCalled: ({ search }: { search: string }) => `Nobody is called “${search}”`,
    searched: 'Searched are the names of people who are active.',
    searchedIn: ({ department }: { department: string }) =>
      `Searched are the names of people who are active, in ${department} and below.`,
    called: ({ count, search }: { count: number; search: string }) =>
      `${people(count)} called “${search}”`,
    firstCalled: ({ count, search }: { count: number; search: string }) =>
      `The first ${people(count)} called “${search}”`,
    rankIs: ({ rank }: { rank: number }) => `rank ${number(rank)}`,
    wholeCompany: 'Whole company',
    departmentField: 'Department, with those below it',
    periods: {
      this_month: 'This month',
      last_3_months: '3 months',
      last_year: '12 months',
      all_time: 'All time',
    },
  },
  months: {
    title: 'Closed months',
    lead: 'Who won each month, as it was when the month was closed. XP that is recorded later changes nothing here.',
    none: 'No month is closed yet',
    noneText:
      'The service closes each month by itself a few days after its end, so that late XP still counts.',
    seeCurrent: 'See the current month',
    month: 'Month',
    state: 'State',
    closedAt: 'Closed',
    reopenedAt: 'Reopened',
    first: 'First',
    people: 'People',
    notClosedYet: 'not closed yet',
    closed: 'closed',
    reopened: 'reopened',
    reconstructed: 'reconstructed',
    version: ({ version }: { version: number }) => `version ${number(version)}`,
    closedOn: ({ day, count }: { day: string; count: number }) =>
      `Closed on ${day}, with ${people(count)}. XP recorded later counts for the month, but not here.`,
    hasEnded:
      'The month has ended. The service closes it by itself a few days later, so that late XP still counts.',
    leftOpen:
      'People have XP in this month, but nobody had joined before its end. The service leaves it open.',
    wasReconstructed: ({ strong, day }: { strong: Strong; day: string }) =>
      html`${strong('Reconstructed.')} The month was closed more than 14 days after its end. Its XP is right; departments, levels and who was active are those of ${day}.`,
    notInForce: ({ strong, version, day }: { strong: Strong; version: number; day: string }) =>
      html`${strong(`Version ${number(version)} is not in force.`)} The month was reopened on ${day}.`,
    winners: 'Winners',
    standings: 'Standings',
    activeOnly: 'People who are not active any more are left out.',
    nobody: 'Nobody is here',
    nobodyIn: ({ department }: { department: string }) =>
      `Nobody was in ${department} or below when the month was closed, and is active now.`,
    nobodyActive: 'Nobody of this month is active now.',
    compare: 'Compare with today',
    comparedWithToday: ({ month }: { month: string }) => `${month} compared with today`,
    compareLead: ({ month, day }: { month: string; day: string }) =>
      `People whose XP of ${month} has changed since the month was closed on ${day}, by late XP or corrections.`,
    noChange: 'Nobody’s XP has changed since then',
    nobodyElse: 'Nobody else',
    noChangeText: 'Closing the month again would change no XP.',
    lateXp: 'Late XP, person by person',
    person: 'Person',
    rankThen: 'Rank then',
    rankNow: 'Rank now',
    xpThen: 'XP then',
    xpNow: 'XP now',
    late: 'Late',
    versions: 'Versions',
    versionHead: 'Version',
    versionName: ({ version }: { version: number }) => `Version ${number(version)}`,
    comparison: 'Comparison',
    versionHidden: ({ version }: { version: number }) => `version ${number(version)} with today`,
    compareVersion: ({ version }: { version: Html }) => html`Compare ${version}`,
    close: 'Close the month now',
    closeText:
      'Ranks, XP, levels and departments of everybody who is active are kept and do not change any more.',
    closeThis: 'Close the month',
    isClosed: ({ strong, month, count }: { strong: Strong; month: string; count: number }) =>
      html`${strong(`${month} is closed,`)} with ${people(count)}.`,
    reopen: 'Reopen the month',
    reopenText: ({ version }: { version: number }) =>
      `The standings are gone, here and from the API, until the month is closed again: by you, or by the service a few days later. Version ${number(version)} stays on record.`,
    isReopened: ({ strong, month, version }: { strong: Strong; month: string; version: number }) =>
      html`${strong(`${month} is reopened.`)} Version ${number(version)} stays on record.`,
    otherVersion: 'The month has another version now. Look at it first.',
  },
  contests: {
    title: 'Contests',
    lead: 'Who earns the most XP on some days, with prizes for the first ranks.',
    none: 'No contests yet',
    noneText: 'When there is one, it stands here with its ranking.',
    noneTextForEditors:
      'Choose the days, who takes part, and the prizes. A few days after the end the service keeps the ranking and grants the prizes by itself.',
    name: 'Name',
    giveName: 'Give the contest a name.',
    state: 'State',
    states: {
      upcoming: 'upcoming',
      running: 'running',
      ended: 'ended',
      closed: 'closed',
      cancelled: 'cancelled',
    },
    days: 'Days',
    daysAre: ({ first, last }: { first: string; last: string }) => `${first} to ${last}`,
    until: ({ last }: { last: string }) => `to ${last}`,
    people: 'People',
    newContest: 'New contest',
    newLead: 'People are ranked by the XP that they earn on these days.',
    createThis: 'Create contest',
    notCreated: 'No contest was created.',
    created: ({ name }: { name: Html }) => html`${name} is created.`,
    firstDay: 'First day',
    lastDay: 'Last day',
    lastDayHint: 'This day still counts, until midnight UTC.',
    whoTakesPart: 'Who takes part',
    andWhoIsIn: 'And who is in',
    withBelow: 'With the departments below.',
    withSameXp: 'With the same XP',
    ties: {
      shared: 'all share a place and win',
      first: 'who reached it first is ahead',
      joined: 'who joined first is ahead',
    },
    tiesAre: {
      shared: 'With the same XP, people share a place, and all who share it win.',
      first: 'With the same XP, who reached it first is ahead.',
      joined: 'With the same XP, who joined first is ahead.',
    },
    prizes: 'Prizes',
    prizesHint: 'Ranks: one such as 1, or several such as 1-3. Each prize is a badge or coins.',
    noPrizes: 'None.',
    prize: ({ number: at }: { number: number }) => `Prize ${number(at)}:`,
    ranksOf: ({ prize }: { prize: Html }) => html`${prize} Ranks`,
    badgeOf: ({ prize }: { prize: Html }) => html`${prize} Badge`,
    coinsOf: ({ prize }: { prize: Html }) => html`${prize} Coins`,
    noBadge: 'No badge',
    badgeOrCoins: 'Choose a badge or type the coins.',
    coinsAgain: 'The most coins of a prize again',
    /** @param limit such as 1,000 coins */
    moreThan: ({ limit }: { limit: string }) =>
      `A prize is more than ${limit}. Type its coins again; of several such prizes, the most.`,
    badge: ({ name }: { name: string }) => `badge ${name}`,
    rank: ({ rank }: { rank: number }) => `Rank ${number(rank)}`,
    ranks: ({ first, last }: { first: number; last: number }) =>
      `Ranks ${number(first)} to ${number(last)}`,
    notGranted: 'Not granted',
    withheld: ({ rank, prize, reason }: { rank: number; prize: string; reason: string }) =>
      `Rank ${number(rank)}, ${prize}: ${reason}`,
    andMore: ({ count }: { count: number }) => `And ${number(count)} more.`,
    inUtc: ({ days }: { days: string }) => `${days}, UTC.`,
    everybody: 'Everybody takes part.',
    theseAndBelow: ({ departments: names }: { departments: string }) => `${names} and below.`,
    notStarted: 'It has not started.',
    haveXp: ({ count, time }: { count: number; time: string }) =>
      plural(count, {
        one: `${people(count)} has XP in it, as of ${time}.`,
        other: `${people(count)} have XP in it, as of ${time}.`,
      }),
    hasEnded: ({ count }: { count: number }) =>
      `It has ended, with ${people(count)} so far. The service closes it by itself a few days later, so that late XP still counts.`,
    wasClosed: ({ when, count }: { when: Html; count: number }) =>
      html`Closed ${when} with ${people(count)}. XP recorded later does not change it.`,
    wasCancelled: 'It was cancelled and grants nothing.',
    yourPlace: ({ strong, rank, xp: amount }: { strong: Strong; rank: number; xp: number }) =>
      html`Your place: ${strong(`rank ${number(rank)}`)} with ${xp(amount)}.`,
    yourPlaceWas: ({ strong, rank, xp: amount }: { strong: Strong; rank: number; xp: number }) =>
      html`Your place was: ${strong(`rank ${number(rank)}`)} with ${xp(amount)}.`,
    rankOf: ({ rank, size }: { rank: number; size: number }) =>
      `rank ${number(rank)} of ${number(size)}`,
    noXpYet: 'no XP yet',
    ranking: 'Ranking',
    nobody: 'Nobody ranks here',
    nobodyText: 'Everybody who earns XP on the days of the contest stands here.',
    nobodyCancelled: 'A cancelled contest has no ranking.',
    backToBeginning: 'Back to the beginning',
    change: 'Change',
    isFixed: 'Days, departments and the rule for the same XP cannot be changed any more.',
    isChanged: ({ name }: { name: Html }) => html`${name} is changed.`,
    close: 'Close it now',
    closeText: ({ count }: { count: number }) =>
      `The ranking of ${people(count)} is kept and the prizes are granted. This cannot be undone.`,
    closeThis: 'Close and grant prizes',
    isClosed: ({ name, count, granted }: { name: Html; count: number; granted: number }) =>
      html`${name} is closed with ${people(count)}, and ${prizes(granted)} granted.`,
    cancel: 'Cancel',
    cancelText: ({ count }: { count: number }) =>
      plural(count, {
        one: `The contest then grants nothing and cannot be opened again. ${people(count)} has XP in it.`,
        other: `The contest then grants nothing and cannot be opened again. ${people(count)} have XP in it.`,
      }),
    cancelThis: 'Cancel the contest',
    isCancelled: ({ name }: { name: Html }) => html`${name} is cancelled. It grants nothing.`,
  },
  walls: {
    title: 'Walls',
    lead: 'Leaderboards for screens in the office. Anybody who has the link of a wall can see it without signing in: names, departments and XP, but no email addresses.',
    none: 'No walls yet',
    noneText:
      'Create a link, open it in the browser of the screen, and show it full screen. It keeps itself up to date.',
    wall: 'Wall',
    people: 'People',
    createdAt: 'Created',
    newWall: 'New wall',
    titleField: 'Title',
    titleHint: 'The name of the period if you leave it empty.',
    xpOf: 'XP of',
    createThis: 'Create wall',
    notCreated: 'No wall was created.',
    created: 'The wall is created.',
    link: 'Link',
    openIt: 'Open it in the browser of the screen.',
    revoke: 'Revoke',
    revokeOf: ({ name }: { name: Html }) => html`Revoke ${name}`,
    revokeLinkOf: ({ name }: { name: Html }) => html`Revoke the link ${name}`,
    revokeText: 'Screens that show this wall then say that there is nothing to show.',
    isRevoked: ({ name }: { name: Html }) => html`The link of ${name} is revoked.`,
    gone: 'Nothing to show',
    goneTitle: 'Nothing to show here',
    goneText:
      'The link was revoked, or is not complete. A new one is made in the portal, under “Walls”.',
    sandbox: ({ strong }: { strong: Strong }) =>
      html`${strong('Sandbox.')} Sample people; nothing here is real.`,
    xpTogether: 'XP together',
    withXp: ({ count, size }: { count: number; size: number }) =>
      `${number(count)} of ${people(size)}`,
    nobodyYet: 'Nobody has XP yet. Who is the first?',
    notUpdatedSince: ({ time }: { time: string }) => `Not updated since ${time} UTC`,
    asOf: ({ time }: { time: string }) => `${time} UTC`,
    daysLeft: ({ count }: { count: number }) =>
      plural(count, { one: 'The last day', other: `${number(count)} days left` }),
  },
  keys: {
    title: 'Keys',
    lead: 'For other systems that use the API. A key is shown only once, so replace one that is lost.',
    none: 'No keys yet',
    noneText: 'A key lets one system call the API, with the scopes that it needs.',
    noneTextAskOwner:
      'A key lets one system call the API, with the scopes that it needs. An owner can make one, here or with the command.',
    newKey: 'New key',
    newKeyLead: 'One key for each system, with no more scopes than it needs.',
    createThis: 'Create key',
    notCreated: 'No key was created.',
    newLiveKey: ({ name }: { name: string }) => `New live key “${name}”`,
    newTestKey: ({ name }: { name: string }) => `New test key “${name}”`,
    successorOf: ({ name }: { name: string }) => `The successor of “${name}”`,
    tryIt: 'Try it',
    key: 'Key',
    id: 'ID',
    nameAndScopes: 'Name and scopes',
    whatFor: 'What it is for',
    whatForHint: 'Such as HR sync, or intranet.',
    sayWhatFor: 'Say what the key is for.',
    chooseScopes: 'Choose at least one scope.',
    mode: 'Mode',
    modeNames: { live: 'live', test: 'test' },
    actsOn: 'Acts on',
    modes: { live: 'live: real people', test: 'test: the sandbox' },
    scopes: 'Scopes',
    scopesHint: ({ count }: { count: number }) =>
      `The first ${number(count)} are what “all” means on the command line.`,
    scopeWords: {
      'employees:read': 'people and their XP',
      'leaderboard:read': 'leaderboards and stats',
      'departments:read': 'departments',
      'shop:read': 'shop items and redemptions',
      'employees:write': 'roster syncs',
      'xp:write': 'award XP',
      'badges:write': 'award and revoke badges',
      'shop:redeem': 'redeem shop items',
      'events:read': 'events as they happen',
    },
    ends: 'Ends',
    lives: { '365d': 'in a year', '90d': 'in 90 days', '30d': 'in 30 days', never: 'never' },
    limit: 'Limit',
    limitIs: ({ count }: { count: number }) =>
      plural(count, {
        one: `${number(count)} request a minute`,
        other: `${number(count)} requests a minute`,
      }),
    requestsPerMinute: 'Requests a minute',
    created: 'Created',
    lastUsed: 'Last used',
    neverUsed: 'never used',
    usedFrom: ({ address }: { address: string }) => `from ${address}`,
    never: 'never',
    revokedOn: ({ day }: { day: string }) => `revoked ${day}`,
    endedOn: ({ day }: { day: string }) => `ended ${day}`,
    rotatedUntil: ({ until }: { until: Html }) => html`rotated, until ${until}`,
    successor: 'Successor',
    successorLink: 'the key that replaces it',
    rotate: 'Rotate',
    rotateText: 'A new key with the same name, scopes and limit. Meanwhile both work.',
    rotateThis: 'Rotate key',
    stillWorks: 'This key still works',
    oldKeyEnded: 'The old key does not work any more.',
    oldKeyWorksUntil: ({ until }: { until: Html }) => html`The old key works until ${until} UTC.`,
    revoke: 'Revoke',
    revokeText: 'The key stops working at once and for good. Whatever uses it is refused.',
    revokeThis: 'Revoke key',
    typeEnd: ({ end }: { end: Html }) =>
      html`To confirm, type the last four characters of the key: ${end}`,
    isRevoked: ({ key }: { key: Html }) => html`The key ${key} is revoked.`,
  },
  audit: {
    title: 'Audit',
    lead: 'Who decided what and when. Nothing here can be changed.',
    action: 'Action',
    everyAction: 'Every action',
    whoDidIt: 'Who did it',
    about: 'About: email or ID',
    from: 'From',
    to: 'To',
    none: 'Nothing was decided yet',
    noneText: 'What people and systems change stands here.',
    noneMatches: 'No decision matches',
    noneMatchesText:
      'A person is found by the whole email, external ID or ID. Days are those of UTC.',
    clear: 'Clear',
    /** Screen readers alone say of what. */
    detailsOf: ({ action, hidden }: { action: string; hidden: Strong }) =>
      html`Details${hidden(` of ${action}`)}`,
    becomes: 'becomes',
    formerMember: 'a former member',
    /** Who decides, where it is not an account by its name. */
    actors: {
      key: ({ name }: { name: string }) => `Key “${name}”`,
      lostKey: 'A key that is gone',
      lostAccount: 'A former account',
      service: 'The service',
      command: ({ user }: { user: string }) => `${user}, on the command line`,
    },
    decisions: {
      'backup.download': decided('downloaded a backup'),
      'badge.apply_rules': decided('applied the badge rules'),
      'badge.award_many': decided('awarded a badge to many people'),
      'badge.define': decided('defined the badge'),
      'company.create': decided('created the company'),
      'company.update': decided('changed the company'),
      'department.archive': decided('archived the department'),
      'contest.cancel': decided('cancelled the contest'),
      'contest.change': decided('changed the contest'),
      'contest.close': decided('closed the contest'),
      'contest.create': decided('created the contest'),
      'gift.begin': decided('began to give to many'),
      'gift.give': decided('gave to many'),
      'gift.undo': decided('took back what was given to many'),
      'department.create': decided('created the department'),
      'department.merge': decided('merged the department'),
      'department.move': decided('moved the department'),
      'department.rename': decided('renamed the department'),
      'department.restore': decided('restored the department'),
      'employee.add': decided('added'),
      'employee.deactivate': decided('deactivated'),
      'employee.erase': decided('erased a person'),
      'employee.export': decided('exported the record of'),
      'employee.reactivate': decided('reactivated'),
      'employee.role': decided('changed the role of'),
      'employee.sign_in': decided('recorded the account name of'),
      'employee.update': decided('changed the record of'),
      'key.create': decided('created the key'),
      'key.revoke': decided('revoked a key'),
      'key.rotate': decided('rotated a key'),
      'month.close': decided('closed the month'),
      'month.reopen': decided('reopened the month'),
      'portal.account': decided('created an account of the portal'),
      'portal.confirm': decided('gave the password again'),
      'portal.disable': decided('disabled an account of the portal'),
      'portal.employee': decided('made an account that of its employee'),
      'portal.enable': decided('enabled an account of the portal'),
      'portal.link': decided('created a link to the portal'),
      'portal.link_identity': decided('linked an account to the sign-in provider'),
      'portal.password': decided('set a password'),
      'portal.recovery_code': decided('used a recovery code'),
      'portal.recovery_codes': decided('made new recovery codes'),
      'portal.role': decided('changed the role of an account'),
      'portal.sign_in': decided('signed in'),
      'portal.sign_out': decided('signed out'),
      'portal.totp_off': decided('switched two-step sign-in off'),
      'portal.totp_on': decided('switched two-step sign-in on'),
      'portal.totp_reset': decided('reset the two-step sign-in of an account'),
      'portal.unlink_identity': decided('unlinked an account from the sign-in provider'),
      'sandbox.reset': decided('reset the sandbox'),
      'shop.add': decided('added the item'),
      'shop.approve': decided('approved the redemption of'),
      'shop.decline': decided('declined the redemption of'),
      'shop.fulfil': decided('fulfilled the redemption of'),
      'shop.refund': decided('refunded the redemption of'),
      'shop.retire': decided('retired the item'),
      'shop.update': decided('changed the item'),
      'sync.approve': decided('approved a roster sync'),
      'sync.import': decided('imported a roster'),
      'sync.revert': decided('reverted a roster sync'),
      'wall.create': decided('created a wall'),
      'wall.revoke': decided('revoked a wall'),
      'webhook.create': decided('created a webhook'),
      'webhook.delete': decided('deleted a webhook'),
      'webhook.disable': decided('disabled a webhook'),
      'webhook.enable': decided('enabled a webhook'),
      'webhook.resend': decided('sent events to a webhook again'),
      'webhook.rotate_secret': decided('rotated the secret of a webhook'),
      'webhook.test': decided('tested a webhook'),
      'xp.import': decided('imported XP'),
    },
    otherDecision: ({ action, ...it }: Decided & { action: string }) =>
      decided(`made the change ${action}`)(it),
    aboutAccount: ({ decision, account }: { decision: Html; account: Html }) =>
      html`${decision}: ${account}`,
    because: ({ decision, reason }: { decision: Html; reason: string }) =>
      html`${decision}: “${reason}”`,
    xpAwarded: ({ actor, xp: amount, person }: { actor: Html; xp: Html; person: Html }) =>
      html`${actor} awarded ${amount} to ${person}`,
    xpCorrected: ({ actor, xp: amount, person }: { actor: Html; xp: Html; person: Html }) =>
      html`${actor} corrected ${amount} of ${person}`,
    coinsGranted: ({ actor, coins: amount, person }: { actor: Html; coins: Html; person: Html }) =>
      html`${actor} granted ${amount} to ${person}`,
    coinsTaken: ({ actor, coins: amount, person }: { actor: Html; coins: Html; person: Html }) =>
      html`${actor} took ${amount} from ${person}`,
    redeemed: ({ actor, item }: { actor: Html; item: Html }) => html`${actor} redeemed ${item}`,
    redeemedFor: ({ actor, item, person }: { actor: Html; item: Html; person: Html }) =>
      html`${actor} redeemed ${item} for ${person}`,
    personKept: ({ actor, person }: { actor: Html; person: Html }) =>
      html`${actor} decided that ${person} stays, whom a roster lacked`,
    badgeAwarded: ({ actor, badge, person }: { actor: Html; badge: Html; person: Html }) =>
      html`${actor} awarded the badge ${badge} to ${person}`,
    badgeRevoked: ({ actor, badge, person }: { actor: Html; badge: Html; person: Html }) =>
      html`${actor} revoked the badge ${badge} of ${person}`,
    badgeRuleChanged: ({ actor, badge }: { actor: Html; badge: Html }) =>
      html`${actor} changed the rule of the badge ${badge}`,
  },
  settings: {
    title: 'Settings',
    lead: 'What the company decides about itself. What the service was started with stands under “Health”.',
    name: 'Name of the company',
    nameHint: 'Everybody who signs in sees it, and so do the walls.',
    namedByOperator:
      'Several companies share this service, so whoever runs it gives them their names.',
    askAboveXp: 'XP asked for again above',
    askAboveHint: 'In one entry by hand. It catches a zero too many.',
    askAboveCoins: 'Coins asked for again above',
    ties: 'With the same XP, in new contests',
    changed: 'The settings are changed.',
  },
  health: {
    title: 'Health',
    settings: 'What the service was started with',
    settingsText: 'To change one, set its flag or environment variable and restart the service.',
    setting: 'Setting',
    value: 'Value',
    from: 'From',
    noValue: 'none',
    leadOfFile: 'The data file and the machine, as of now.',
    leadOfDatabase: 'The database and the machine, as of now.',
    checks: 'Checks',
    levels: { ok: 'ok', warning: 'warning', problem: 'problem' },
    noProblems: 'no problems',
    lookHere: 'look here',
    allIsReadBy: ({ command }: { command: Html }) =>
      html`All data is read, entry by entry, by: ${command}`,
    dataFile: 'Data file',
    database: 'Database',
    file: 'File',
    address: 'Address',
    size: 'Size',
    lastBackup: 'Last backup',
    noBackup: 'none yet',
    version: 'Version',
    versions: ({ program, schema }: { program: string; schema: number }) =>
      `engaged ${program}, schema ${schema}`,
    backup: 'Backup',
    backupText: ({ command, size }: { command: Html; size: string }) =>
      html`A verified copy of the whole data file, as ${command} makes it: ${size}. The download begins after some seconds. It holds everything on record, with the hashes of passwords and the secrets of webhooks. Keep it where nobody else reads it.`,
    downloadBackup: 'Download a backup',
    backupOfDatabase:
      'The data is in a PostgreSQL database. Whoever runs it backs it up, for instance with:',
    backupOfOthers:
      'The data file holds, or may still hold, data of another company, so it cannot be downloaded here. Whoever runs the service makes a backup on its machine:',
  },
  /** Counts with their nouns. */
  given,
  counts: {
    activePeople,
    badges,
    coins,
    departments,
    people,
    prizes,
    redemptions,
    signedCoins,
    signedXp,
    xp,
  },
};

/** The shape of a catalogue. */
export type Messages = typeof en;
