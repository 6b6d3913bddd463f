-- Whether a service is connected to Slack, since when, and what Slack says where it refuses; null without Slack.
alter table deployment add column slack_state text check (slack_state in ('connected', 'reconnecting', 'refused'));
alter table deployment add column slack_since integer;
alter table deployment add column slack_reason text;
