import type { HeaderNames } from './kinds.ts';

export const italian: HeaderNames = {
  employee_id: `
    matricola, numero matricola, numero di matricola, matricola dipendente, ID dipendente, codice dipendente,
    numero dipendente`,
  work_email:
    'e-mail aziendale, indirizzo e-mail aziendale, mail aziendale, e-mail di lavoro, e-mail lavoro',
  email: 'posta elettronica, indirizzo e-mail, indirizzo di posta elettronica, indirizzo mail',
  first_or_full: 'nome',
  last_name: 'cognome, cognome dipendente',
  full_name: `
    nome completo, nome e cognome, cognome e nome, cognome nome, nome cognome, nominativo, nome dipendente,
    nome del dipendente`,
  worker: 'dipendente',
  department_code: `
    codice reparto, ID reparto, codice dipartimento, ID dipartimento, codice unità organizzativa`,
  department_name: `
    nome reparto, nome dipartimento, descrizione reparto, descrizione dipartimento`,
  department: 'reparto, dipartimento',
  organization: 'unità organizzativa, unità operativa',
  job_title: 'posizione lavorativa, descrizione mansione, titolo professionale',
  position: 'mansione, posizione',
  leaving_date: `
    data cessazione, data di cessazione, data fine rapporto, data fine contratto, data dimissioni, data uscita,
    data di uscita`,
  hire_date: `
    data assunzione, data di assunzione, data inizio rapporto, data di ingresso, data ingresso`,
};
