import type { HeaderNames } from './kinds.ts';

/** Technical names, which are the same in every language of a system, and Japanese ones. */
export const systems: HeaderNames = {
  // Cegid, TETA, TOTVS Protheus and RM, Senior, SmartHR and freee.
  employee_id: 'PSA_SALARIE, NR_EWD, RA_MAT, CHAPA, NUMCAD, 社員番号, 従業員番号',
  email: 'メールアドレス',
  first_name: 'PSA_PRENOM, 名',
  last_name: 'PSA_LIBELLE, sn, 姓',
  full_name: 'RA_NOME, NOMFUN, 氏名',
  department_code: 'RA_DEPTO, CODSECAO',
  department: '部署, 部署1 部署',
  job_title: 'PSA_LIBELLEEMPLOI, 役職1 役職, 役職',
  hire_date: 'dtContractStart, 入社年月日',
  leaving_date: 'PSA_DATESORTIE, RA_DEMISSA, 退職年月日',
};
