import type { HeaderNames } from './kinds.ts';

export const spanish: HeaderNames = {
  employee_id: `
    número de empleado, número empleado, nº empleado, nº de empleado, n° de empleado, ID empleado, ID de empleado,
    ID del empleado, código empleado, código de empleado, código del empleado, legajo, número de legajo,
    número de personal, matrícula`,
  work_email: `
    correo corporativo, correo electrónico corporativo, correo de trabajo, correo electrónico de trabajo,
    email corporativo, correo profesional, correo electrónico profesional`,
  email: 'correo, correo electrónico, dirección de correo, dirección de correo electrónico',
  first_name: 'nombres, nombre de pila',
  preferred_first_name: 'nombre preferido',
  first_or_full: 'nombre',
  last_name: 'apellido, apellidos, apellidos del empleado',
  full_name: `
    nombre completo, nombre y apellidos, nombre y apellido, apellidos y nombre, apellidos nombre, nombre del empleado,
    nombre empleado`,
  worker: 'empleado, trabajador',
  department_code: `
    código departamento, código de departamento, código del departamento, ID departamento, ID de departamento`,
  department_name: `
    nombre departamento, nombre del departamento, nombre de departamento, descripción del departamento,
    descripción departamento`,
  department: 'departamento',
  organization: 'unidad organizativa',
  job_title:
    'puesto de trabajo, nombre del puesto, título del puesto, denominación del puesto, título del trabajo',
  position: 'puesto, cargo',
  leaving_date: `
    fecha de baja, fecha baja, fecha de salida, fecha de cese, fecha de terminación, fecha de fin de contrato,
    último día de trabajo`,
  hire_date: `
    fecha de contratación, fecha contratación, fecha de ingreso, fecha ingreso, fecha de alta, fecha alta,
    fecha de incorporación, fecha de inicio`,
};
