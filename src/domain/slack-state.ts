/** How a service is connected to Slack, and since when, in milliseconds UTC. */
export type SlackState = {
  state: 'connected' | 'reconnecting' | 'refused';
  since: number;
  /** What Slack says where it refuses, such as `invalid_auth`. */
  reason: string | null;
};
