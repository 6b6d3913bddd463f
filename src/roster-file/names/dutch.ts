import type { HeaderNames } from './kinds.ts';

export const dutch: HeaderNames = {
  employee_id: `
    personeelsnummer, personeelsnr, medewerkernummer, medewerkernr, medewerkercode, medewerker-ID, werknemersnummer,
    werknemernummer`,
  work_email: `
    e-mail werk, e-mailadres werk, werk e-mail, werkmail, zakelijk e-mailadres, zakelijke e-mail, e-mail zakelijk`,
  email: 'e-mailadres',
  first_name: 'voornaam, voornamen',
  preferred_first_name: 'roepnaam',
  last_name: 'achternaam, familienaam',
  legal_last_name: 'geboortenaam, eigen naam',
  last_or_full: 'naam',
  last_name_prefix: `
    voorvoegsel, voorvoegsels, tussenvoegsel, tussenvoegsels, voorvoegsel geboortenaam, voorvoegsel achternaam`,
  full_name: 'volledige naam, naam medewerker, medewerkernaam, weergavenaam, naam volledig',
  worker: 'medewerker, werknemer',
  department_code: `
    afdelingscode, afdelingsnummer, afdeling code, afdelings-ID, organisatorische eenheid code`,
  department_name: 'afdelingsnaam, afdeling naam, afdeling omschrijving, afdelingsomschrijving',
  department: 'afdeling',
  organization: `
    organisatorische eenheid, organisatorische eenheid omschrijving, organisatie-eenheid`,
  job_title:
    'functienaam, functie omschrijving, functieomschrijving, functietitel, functiebenaming',
  position: 'functie',
  leaving_date: `
    datum uit dienst, uit dienst, uitdienstdatum, datum uitdienst, einddatum contract, einddatum dienstverband`,
  hire_date: `
    datum in dienst, in dienst, indiensttreding, datum indiensttreding, datum in dienst treding,
    startdatum dienstverband`,
};
