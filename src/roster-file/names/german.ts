import type { HeaderNames } from './kinds.ts';

export const german: HeaderNames = {
  employee_id: `
    Personalnummer, Personal-Nummer, Personal-Nr, Personalnr, Pers-Nr, Persnr, Personal-ID, Mitarbeiternummer,
    Mitarbeiter-Nr, Mitarbeiter-ID, Mitarbeiterkennung`,
  work_email: `
    geschäftliche E-Mail, geschäftliche E-Mail-Adresse, geschaeftliche E-Mail, E-Mail geschäftlich,
    E-Mail geschaeftlich, dienstliche E-Mail, dienstliche E-Mail-Adresse, E-Mail dienstlich, Firmen-E-Mail,
    E-Mail Arbeit`,
  email: 'E-Mail-Adresse, Mailadresse',
  first_name: 'Vorname, Vornamen',
  preferred_first_name: 'Rufname, bevorzugter Vorname',
  last_name: 'Nachname, Familienname, Zuname',
  legal_last_name: 'Geburtsname',
  last_or_full: 'Name',
  full_name: `
    vollständiger Name, vollstaendiger Name, Mitarbeitername, Name Vorname, Nachname Vorname, Vorname Nachname,
    Vor- und Nachname, Anzeigename`,
  worker: 'Mitarbeiter, Mitarbeiterin, Mitarbeitende',
  department_code: `
    Abteilungs-ID, Abteilungsnummer, Abteilungs-Nr, Abteilungscode, Abteilungsschlüssel, Abteilungskürzel,
    Abteilung Nr, Abteilung Nummer`,
  department_name: 'Abteilungsname, Abteilungsbezeichnung, Abteilung Bezeichnung, Abteilung Name',
  department: 'Abteilung',
  organization: 'Organisationseinheit',
  job_title: `
    Stellenbezeichnung, Berufsbezeichnung, Positionsbezeichnung, Jobtitel, Funktionsbezeichnung, Stellentitel`,
  position: 'Funktion, Stelle',
  leaving_date: `
    Austritt, Austrittsdatum, Austritts-Datum, Datum Austritt, Arbeitsende, Beschäftigungsende, Kündigungsdatum,
    letzter Arbeitstag`,
  hire_date: `
    Eintritt, Eintrittsdatum, Eintritts-Datum, Datum Eintritt, Anstelldatum, Einstellungsdatum,
    erster Arbeitstag, Beschäftigungsbeginn`,
};
