-- Whether a service is connected to Slack, since when, and what Slack says where it refuses; null without Slack.
alter table deployment add column slack_state text collate "C" check (slack_state in ('connected', 'reconnecting', 'refused'));
alter table deployment add column slack_since bigint;
alter table deployment add column slack_reason text collate "C";
