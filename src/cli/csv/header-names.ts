import { ROSTER_FIELDS } from '../../domain/roster/fields.ts';

const fields = Object.values(ROSTER_FIELDS);

/** The columns that a roster can have, by the API contract's names. */
export const ROSTER_COLUMNS = fields.map(({ name }) => name);

export type RosterColumn = (typeof ROSTER_COLUMNS)[number];

export const REQUIRED_COLUMNS = fields.filter(({ required }) => required).map(({ name }) => name);

/**
 * What HR systems call these columns, in English, German, French, Spanish and Italian. A wrong guess
 * writes wrong people, so a name is here only if it hardly ever means anything else: no bare "id"
 * (often a row number), "name" (often the whole name), "role" or "service".
 */
const names: Record<RosterColumn, string> = {
  external_id: `
    external id, employee id, employee number, employee no, employee nr, employee code, employee key,
    emp id, emp no, emp number, empl id, personnel number, personnel no, personnel id, pernr, person number,
    staff id, staff number, staff no, worker id, worker number, associate id, payroll number, payroll id,
    payroll no, hr id,
    Personalnummer, Personal-Nr, Pers-Nr, Mitarbeiternummer, Mitarbeiter-Nr, Mitarbeiter-ID,
    matricule, numéro matricule, numéro de matricule, matricule employé, matricule salarié, numéro employé,
    numéro d'employé, numéro de salarié, identifiant employé, ID employé,
    número de empleado, número empleado, nº empleado, nº de empleado, ID empleado, ID de empleado,
    código empleado, código de empleado, legajo, número de legajo,
    matricola, numero matricola, numero di matricola, matricola dipendente, ID dipendente,
    codice dipendente, numero dipendente`,
  email: `
    email, email address, work email, work email address, business email, business email address,
    company email, company email address, corporate email, office email, primary email,
    primary email address, primary work email, mail, mail address,
    E-Mail-Adresse, Mailadresse, geschäftliche E-Mail, geschäftliche E-Mail-Adresse, E-Mail geschäftlich,
    dienstliche E-Mail, dienstliche E-Mail-Adresse, E-Mail dienstlich, Firmen-E-Mail,
    courriel, courriel professionnel, adresse e-mail, adresse mail, adresse courriel, adresse de courriel,
    adresse électronique, e-mail professionnel, adresse e-mail professionnelle,
    correo, correo electrónico, correo corporativo, correo electrónico corporativo, correo de trabajo,
    dirección de correo, dirección de correo electrónico, email corporativo,
    indirizzo e-mail, posta elettronica, indirizzo di posta elettronica, e-mail aziendale,
    indirizzo e-mail aziendale`,
  first_name: `
    first name, first names, given name, given names, forename, forenames,
    Vorname, Vornamen, prénom, prénoms, nombre, nombres, nombre de pila, nome`,
  last_name: `
    last name, last names, surname, family name,
    Nachname, Familienname, Zuname, nom, nom de famille, apellido, apellidos, cognome`,
  department_external_id: `
    department external id, department id, department code, department number, department no,
    department key, dept id, dept code, dept no, dept number,
    Abteilungs-ID, Abteilungsnummer, Abteilungs-Nr, Abteilungscode, Abteilungsschlüssel, Abteilungskürzel,
    code service, code du service, ID service,
    código departamento, código de departamento, ID departamento, ID de departamento,
    codice reparto, ID reparto, codice dipartimento, ID dipartimento`,
  department_name: `
    department name, department, dept, dept name,
    Abteilung, Abteilungsname, Abteilungsbezeichnung,
    département, nom du département, nom du service, libellé service, libellé du service,
    departamento, nombre departamento, nombre del departamento,
    reparto, nome reparto, dipartimento, nome dipartimento`,
  job_title: `
    job title, title, position, position title, job, job name, business title, designation,
    Stellenbezeichnung, Berufsbezeichnung, Positionsbezeichnung, Jobtitel, Funktion, Funktionsbezeichnung,
    poste, intitulé du poste, intitulé de poste, titre du poste, titre de poste, poste occupé, fonction, emploi,
    puesto, puesto de trabajo, nombre del puesto, título del puesto, cargo,
    mansione, posizione, posizione lavorativa`,
};

/**
 * The form in which two header names are the same: letters and digits alone, without accents or case,
 * so that `E-Mail Address`, `email_address` and `EmailAddress` meet.
 */
export const foldHeader = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const fieldByName = new Map(
  ROSTER_COLUMNS.flatMap((field) =>
    names[field].split(',').map((name) => [foldHeader(name), field] as const),
  ),
);

/** The field that a header name is known to stand for, if any. */
export const findFieldFor = (headerName: string): RosterColumn | undefined =>
  fieldByName.get(foldHeader(headerName));

/** How many of a header's names are known; tells the right way to split a header line from a wrong one. */
export const countKnownNames = (header: readonly string[]): number =>
  header.filter((name) => findFieldFor(name) !== undefined).length;
