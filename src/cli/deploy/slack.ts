import type { DeployOptions, Kind } from './kind.ts';

/** The app in Slack: Socket Mode, so that the service needs no address that Slack could reach, and as few rights as it can do with. */
const MANIFEST = {
  display_information: {
    name: 'engaged',
    description: 'Your level, XP, coins and rank, and what happens in the company',
  },
  features: {
    app_home: { home_tab_enabled: true, messages_tab_enabled: false },
    bot_user: { display_name: 'engaged', always_online: false },
    slash_commands: [
      {
        command: '/xp',
        description: 'Your level, XP, coins and rank, shown to you alone',
        should_escape: true,
      },
    ],
  },
  oauth_config: {
    scopes: { bot: ['commands', 'incoming-webhook', 'users:read', 'users:read.email'] },
  },
  settings: {
    event_subscriptions: { bot_events: ['app_home_opened'] },
    interactivity: { is_enabled: false },
    org_deploy_enabled: false,
    socket_mode_enabled: true,
    token_rotation_enabled: false,
  },
};

/** `engaged deploy slack`: the manifest of the app. */
export const SLACK: Kind<DeployOptions, null> = {
  flags: '',
  addOptions: (command) => command,
  toInput: () => null,
  recipes: {
    slack: {
      description:
        'manifest of the app in Slack, to be given to "Create an app", "From a manifest"',
      fileName: 'engaged-slack.json',
      write: () => `${JSON.stringify(MANIFEST, null, 2)}\n`,
    },
  },
};
