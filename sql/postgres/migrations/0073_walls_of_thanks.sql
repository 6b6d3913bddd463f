-- What a wall shows: a leaderboard, or thanks that everybody may see.
alter table walls add column shows text collate "C" not null default 'leaderboard'
  check (shows in ('leaderboard', 'thanks'));
