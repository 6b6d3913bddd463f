/** What a company decides about itself. */
export const settings = {
  title: 'Settings',
  lead: 'What the company decides about itself. What the service was started with stands under “Health”.',
  name: 'Name of the company',
  nameHint: 'Everybody who signs in sees it, and so do the walls.',
  logo: 'Logo',
  logoHint:
    'Stands on every page and on walls, up to 32 pixels high. PNG, JPEG or WebP up to 1 MB.',
  removeLogo: 'Remove the logo',
  namedByOperator:
    'Several companies share this service, so whoever runs it gives them their names.',
  askAboveXp: 'XP asked for again above',
  askAboveHint: 'In one entry by hand. It catches a zero too many.',
  askAboveCoins: 'Coins asked for again above',
  coinsForXp: 'Coins for each 100 XP',
  coinsForXpHint:
    'Whoever gains XP from now on gets so many coins for it, and parts of a coin add up. What is taken back of the XP takes its coins back; coins that were spent are set off against later XP. Coins that were given before stay. With 0, XP gives none.',
  worth: '100 coins are worth',
  worthHint: 'For Insights and payroll; employees do not see it. 0 says nothing.',
  currency: 'Currency',
  ties: 'With the same XP, in new contests',
  changed: 'The settings are changed.',
};
