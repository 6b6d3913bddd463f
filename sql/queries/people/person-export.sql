-- name: list_xp :many
select amount, reason, {{source_of_entry}} as source, counts_at as countsAt, recorded_at as recordedAt, once_key as idempotencyKey
from xp_ledger l
where company_id = :companyId and employee_number = :number
order by entry;

-- name: list_xp_months :many
select month, xp
from xp_months
where company_id = :companyId and employee_number = :number
order by month;

-- name: list_coins :many
select amount, reason, {{source_of_entry}} as source, recorded_at as recordedAt, once_key as idempotencyKey
from coin_ledger l
where company_id = :companyId and employee_number = :number
order by entry;

-- name: list_coins_for_xp :many
select x.xp, c.coins_per_100_xp as perHundred, x.owed
from xp_coins x
join companies c on c.company_id = x.company_id and c.coins_for_xp_since = x.since
where x.company_id = :companyId and x.employee_number = :number;

-- name: list_gifts :many
select
  g.id, g.began_at as givenAt, l.xp, l.coins, l.badge_code as badge, l.reason, l.counts_at as at, l.state, l.why
from gift_lines l indexed by gift_lines_by_person
join gifts g on g.company_id = l.company_id and g.entry = l.gift
where l.company_id = :companyId and l.employee_number = :number
order by l.gift, l.line;

-- name: list_kudos_given :many
select
  id, given_at as givenAt, points, receivers, value_code as value, message, visibility, state, giver_xp as xp,
  once_key as idempotencyKey
from kudos_posts indexed by kudos_posts_by_giver
where company_id = :companyId and giver_number = :number
order by entry;

-- name: list_kudos_received :many
select p.id, p.given_at as givenAt, p.points, p.value_code as value, p.message, p.visibility, p.state, r.coins, r.xp
from kudos_receivers r indexed by kudos_receivers_by_person
join kudos_posts p on p.company_id = r.company_id and p.entry = r.post
where r.company_id = :companyId and r.employee_number = :number
order by r.post;

-- name: list_kudos_decisions :many
-- About what somebody gave or got.
select p.id, d.decision, d.reason, d.decided_at as decidedAt
from {{kudos_of_person}} own
cross join kudos_decisions d on d.company_id = :companyId and d.post = own.entry
cross join kudos_posts p on p.company_id = d.company_id and p.entry = d.post;

-- name: list_kudos_reactions :many
select p.id, r.kind
from kudos_reactions r indexed by kudos_reactions_by_person
join kudos_posts p on p.company_id = r.company_id and p.entry = r.post
where r.company_id = :companyId and r.employee_number = :number
order by r.post, r.kind;

-- name: list_kudos_reports :many
select p.id, r.reason, r.reported_at as reportedAt
from kudos_reports r indexed by kudos_reports_by_person
join kudos_posts p on p.company_id = r.company_id and p.entry = r.post
where r.company_id = :companyId and r.employee_number = :number
order by r.post;

-- name: list_badges :many
select a.badge_code as code, b.name, a.awarded_at as awardedAt, a.revoked_at as revokedAt
from badge_awards a
join badges b on b.company_id = a.company_id and b.code = a.badge_code
where a.company_id = :companyId and a.employee_number = :number
order by a.entry;

-- name: list_placements :many
select f.until, d.name as department, f.is_active as isActive
from former_placements f
left join departments d on d.company_id = f.company_id and d.number = f.department_number
where f.company_id = :companyId and f.employee_number = :number
order by f.until;

-- name: list_sign_ins :many
select unit, period
from sign_in_periods
where company_id = :companyId and employee_number = :number
order by unit, period;

-- name: list_redemptions :many
select
  r.id, i.id as itemId, i.name as itemName, r.coin_price as coinPrice, r.status, r.reason, r.once_key as idempotencyKey,
  r.created_at as createdAt, r.updated_at as updatedAt
from redemptions r indexed by redemptions_by_employee
join shop_items i on i.company_id = r.company_id and i.entry = r.item_entry
where r.company_id = :companyId and r.employee_number = :number
order by r.entry;

-- name: list_accounts :many
select
  a.entry, a.id, a.created_at as createdAt, a.disabled_at as disabledAt, a.last_sign_in_at as lastSignInAt,
  a.totp_since as totpSince, a.issuer, a.subject, a.language,
  (
    select json_group_array(
      json_object(
        'opened_at', iso_time(s.created_at), 'last_used_at', iso_time(s.last_used_at),
        'confirmed_at', iso_time(nullif(s.confirmed_at, 0)),
        'client', s.client, 'browser', s.browser
      )
    )
    from portal_sessions s
    where s.company_id = a.company_id and s.account_entry = a.entry
  ) as sessions,
  (
    select json_group_array(
      json_object('kind', m.kind, 'made_at', iso_time(m.created_at), 'state', m.state, 'client', m.client)
    )
    from mails m indexed by mails_by_account
    where m.company_id = a.company_id and m.account_entry = a.entry
  ) as mails
from portal_accounts a
where a.company_id = :companyId and a.employee_number = :number;

-- name: list_mails :many
select kind, created_at as madeAt, state
from mails indexed by mails_by_employee
where company_id = :companyId and employee_number = :number
order by kind, entry;

-- name: list_looks :many
select at, kind, role
from history_looks
where company_id = :companyId and employee_number = :number
order by day, actor, kind;

-- name: list_events :many
-- scans events: events are not kept for long, and an index by person would cost every write.
select id, type, at, data
from events
where company_id = :companyId and employee_number = :number
order by sequence;

-- name: list_audit :many
-- sorts: the decisions about one person.
select {{decision}}
from audit_log indexed by audit_log_by_target
where company_id = :companyId and target_id = :id and target_kind = 'employee'
union all
select {{decision}}
from audit_log indexed by audit_log_by_target
where company_id = :companyId and target_kind = 'redemption'
  and target_id in {{redemptions_of_person}}
order by entry;
