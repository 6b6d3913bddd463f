import { DETAIL_FIELDS, DETAILS } from '../../domain/roster/fields.ts';
import type { HeaderNames } from './kinds.ts';

export const english: HeaderNames = {
  employee_id: `
    external id, employee id, employee number, employee no, employee nr, employee code, employee key,
    emp id, emp no, emp number, empl id, personnel number, personnel no, personnel id, pernr, person number,
    staff id, staff number, staff no, worker id, worker number, team member id, associate id, payroll number,
    payroll id, payroll no, hr id, employee xref code, employee id in company`,
  file_number: 'file number, file no',
  account_id: 'object id',
  position_id: 'position id',
  work_email: `
    work email, work email address, business email, business email address, company email, company email address,
    corporate email, office email, primary work email, email primary work, work contact work email`,
  email: 'email, email address, primary email, primary email address, mail, mail address',
  account_email: 'user principal name',
  first_name: `
    first name, first names, given name, given names, forename, forenames, employee first name,
    payroll first name`,
  preferred_first_name: `
    preferred first name, preferred name first name, preferred given name, known as first name, chosen first name,
    first name they go by`,
  legal_first_name: 'legal first name, legal name first name, legal given name',
  last_name: `
    last name, last names, surname, surnames, family name, employee last name, payroll last name`,
  preferred_last_name: 'preferred last name, preferred name last name, preferred surname',
  legal_last_name: 'legal last name, legal name last name, legal surname',
  last_or_full: 'name',
  full_name: `
    full name, employee name, employee full name, display name, worker name, person name, last name first name,
    legal name in general display format, name last first, first and last name`,
  worker: 'worker, worker object, employee, payroll name',
  department_code: `
    department external id, department id, department code, department number, department no, department key,
    dept id, dept code, dept no, dept number, home department code`,
  department_name: `
    department name, department description, department desc, dept name, dept desc, dept description,
    home department description, home department name`,
  department: 'department, dept, home department',
  organization: 'supervisory organization, supervisory organisation',
  leaving_date: `
    termination date, date of termination, employment end date, last day of work, last working day, last day worked,
    leaving date, date of leaving, date left, departure date, separation date, exit date, end of employment`,
  ...Object.assign({}, ...DETAIL_FIELDS.map((field) => DETAILS[field].headers)),
};
