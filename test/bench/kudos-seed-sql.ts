// The statements that fill a company with thanks: one or two people each, in two years.

export const values = `
  insert into kudos_values (company_id, code, name, entry, is_active)
  select :companyId, 'value-' || value, 'Value ' || value, value, 1 from json_each('[1,2,3,4]')`;

export const actor = `
  insert into award_actors (company_id, number, actor) values (:companyId, 1, 'bench') on conflict do nothing`;

// Of 20, two are for the department alone and one for both sides; of 200, one is reported.
export const posts = `
  with recursive n (i) as (select 1 union all select i + 1 from n where i < :posts)
  insert into kudos_posts (
    company_id, entry, id, giver_number, points, receivers, value_code, message, visibility, state, given_at, giver_xp, actor)
  select
    :companyId, 100000000 + i, printf('00000000-0a0d-7000-8000-%012x', i), 1 + i * 7919 % :people, i % 4 * 5, 1 + i % 2,
    'value-' || (1 + i % 4), printf('Thanks number %d: you stayed until the line ran again, and wrote down how.', i),
    case i % 20 when 0 then 'private' when 1 then 'department' when 2 then 'department' else 'company' end,
    iif(i % 200 = 3, 'reported', 'shown'), :now - (:posts - i) * 63000, 0, 1
  from n`;

export const receivers = `
  insert into kudos_receivers (company_id, post, employee_number, giver_number, coins, xp)
  select p.company_id, p.entry, 1 + (p.giver_number + p.entry % 97 + n.value * 31) % :people, p.giver_number, p.points, 0
  from kudos_posts p join json_each('[0,1]') n on n.value < p.receivers
  where p.company_id = :companyId and p.id like '00000000-0a0d-%'
    and 1 + (p.giver_number + p.entry % 97 + n.value * 31) % :people <> p.giver_number`;

export const departments = `
  insert into kudos_departments (company_id, department_number, post, visibility, state)
  select p.company_id, e.department_number, p.entry, p.visibility, p.state
  from kudos_posts p
  join employees e on e.company_id = p.company_id and e.number = p.giver_number
  where p.company_id = :companyId and p.id like '00000000-0a0d-%' and e.department_number is not null`;

export const reactions = `
  insert into kudos_reaction_counts (company_id, post, kind, people)
  select company_id, entry, value, 1 + entry % 9
  from kudos_posts join json_each('["lovely","great_work","smile"]')
  where company_id = :companyId and id like '00000000-0a0d-%'`;

export const numbers = 'update companies set next_entry = 200000000 where company_id = :companyId';
