import type { HeaderNames } from './kinds.ts';

export const french: HeaderNames = {
  employee_id: `
    matricule, numéro matricule, numéro de matricule, matricule employé, matricule salarié, numéro employé,
    numéro d'employé, numéro de salarié, identifiant employé, identifiant salarié, ID employé, code salarié,
    n° matricule, n° salarié`,
  work_email: `
    courriel professionnel, e-mail professionnel, email pro, mail professionnel, adresse e-mail professionnelle,
    adresse mail professionnelle`,
  email: `
    courriel, adresse e-mail, adresse mail, adresse courriel, adresse de courriel, adresse électronique,
    adresse de messagerie`,
  first_name: 'prénom, prénoms, prénom du salarié, prénom du collaborateur',
  preferred_first_name: "prénom usuel, prénom d'usage",
  last_name: 'nom de famille, nom de famile, nom du salarié',
  preferred_last_name: "nom d'usage, nom usuel",
  legal_last_name: 'nom de naissance, nom patronymique',
  last_or_full: 'nom',
  full_name: `
    nom complet, nom et prénom, nom prénom, nom prénoms, prénom et nom, prénom nom, nom d'affichage, nom du collaborateur`,
  worker: 'collaborateur, salarié',
  department_code: 'code service, code du service, ID service, code département',
  department_name: `
    nom du département, nom du service, libellé service, libellé du service, libellé département`,
  department: 'département',
  service: 'service',
  organization: 'unité organisationnelle',
  job_title: `
    intitulé du poste, intitulé de poste, intitulé du poste de travail, titre du poste, titre de poste, libellé emploi,
    libellé du poste, libellé poste`,
  position: 'poste, poste occupé, fonction, emploi',
  leaving_date: `
    date de sortie, date sortie, date de départ, date de départ société, date de fin de contrat, fin de contrat`,
  hire_date: `
    date d'embauche, date embauche, date d'entrée, date entrée, date d'arrivée, date de début de contrat,
    premier jour`,
};
