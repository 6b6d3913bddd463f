import type { HeaderNames } from './kinds.ts';

export const portuguese: HeaderNames = {
  employee_id: `
    matrícula, número de matrícula, nº de matrícula, número da matrícula, código do funcionário,
    código do colaborador, código funcionário, número do funcionário, nº do funcionário, número de funcionário,
    número mecanográfico, ID do funcionário, ID do colaborador`,
  work_email: `
    e-mail corporativo, e-mail profissional, e-mail da empresa, e-mail de trabalho, e-mail comercial`,
  email: 'endereço de e-mail, correio eletrónico, correio eletrônico',
  first_name: 'primeiro nome, nome próprio',
  first_or_full: 'nome',
  last_name: 'sobrenome, último nome',
  full_name: `
    nome completo, nome do funcionário, nome do colaborador, nome funcionário, nome colaborador`,
  worker: 'funcionário, colaborador',
  department_code:
    'código do departamento, código departamento, ID do departamento, código da seção, código do setor',
  department_name: `
    nome do departamento, descrição do departamento, nome da seção, nome do setor, descrição da seção`,
  department: 'departamento, setor, seção',
  organization: 'unidade organizacional',
  job_title:
    'nome do cargo, descrição do cargo, título do cargo, descrição da função, nome da função',
  position: 'cargo, função',
  leaving_date: `
    data de demissão, data demissão, data de desligamento, data desligamento, data de rescisão, data de saída,
    data de término`,
  hire_date: `
    data de admissão, data admissão, data de contratação, data de entrada, data de início`,
};
