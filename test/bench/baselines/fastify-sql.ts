/* The statements of the Fastify server; columns have the names of the response fields. */

const COLUMNS = `
  select e.number, e.id, e.external_id, e.email, coalesce(e.account_name, e.given_name) as name, e.xp, e.coins,
    e.department_number, d.id as department_id, d.external_id as department_external_id, d.name as department_name`;

const DEPARTMENT = `
  left join departments d on d.company_id = e.company_id and d.number = e.department_number`;

const PERSON = `${COLUMNS} from employees e ${DEPARTMENT}`;

export const findKey = `
  select k.*, c.id as company, c.name as company_name
  from api_keys k join companies c using (company_id)
  where k.hash = ? and k.revoked_at is null`;

export const findPerson = `${PERSON}
  where e.company_id = ? and e.id = ? and e.deactivated_at is null`;

export const findByNumbers = `${COLUMNS}
  from json_each(?) n cross join employees e ${DEPARTMENT}
  where e.company_id = ? and e.number = n.value
  order by n.key`;

export const listPeople = `${PERSON}
  where e.company_id = ? and e.number > ? and e.deactivated_at is null order by e.number limit ?`;

export const countBadges = `
  select count(*) as count from badge_awards
  where company_id = ? and employee_number = ? and revoked_at is null`;

export const listBadges = `
  select b.code, b.name, b.description, b.category, b.rarity, b.icon_url, a.awarded_at
  from badge_awards a join badges b on b.company_id = a.company_id and b.code = a.badge_code
  where a.company_id = ? and a.employee_number = ? and a.revoked_at is null and a.awarded_at < ?
  order by a.awarded_at desc limit ?`;

export const listDepartments = `
  select d.number, d.id, d.external_id, d.name, p.id as parent_id, d.archived_at
  from departments d
  left join departments p on p.company_id = d.company_id and p.number = d.parent_number
  where d.company_id = ? and d.number > ? and d.archived_at is null order by d.number limit ?`;

export const listAllDepartments =
  'select number, id, external_id, name, archived_at from departments where company_id = ?';

export const listItems = `
  select entry, id, name, description, category, image_url, coin_price, stock_remaining, created_at
  from shop_items where company_id = ? and entry > ? and retired_at is null order by entry limit ?`;

export const rankAllTime = `
  select number, department_number as department, xp from employees
  where company_id = ? and deactivated_at is null order by xp desc, number`;

export const rankMonths = `
  select e.number, e.department_number as department, coalesce(m.xp, 0) as xp
  from employees e
  left join (
    select employee_number, sum(xp) as xp from xp_months
    where company_id = ? and month between ? and ? group by employee_number
  ) m on m.employee_number = e.number
  where e.company_id = ? and e.deactivated_at is null
  order by 3 desc, e.number`;
