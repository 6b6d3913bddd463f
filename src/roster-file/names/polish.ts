import type { HeaderNames } from './kinds.ts';

export const polish: HeaderNames = {
  employee_id: `
    numer pracownika, nr pracownika, ID pracownika, kod pracownika, identyfikator pracownika, numer ewidencyjny,
    nr ewidencyjny, numer osobowy, numer kadrowy`,
  work_email:
    'e-mail służbowy, adres e-mail służbowy, służbowy e-mail, służbowy adres e-mail, e-mail firmowy',
  email: 'adres e-mail, adres email, poczta elektroniczna',
  first_name: 'imię, imiona, pierwsze imię',
  last_name: 'nazwisko',
  full_name: `
    imię i nazwisko, nazwisko i imię, nazwisko imię, imię nazwisko, pełne imię i nazwisko`,
  worker: 'pracownik',
  department_code: 'kod działu, ID działu, numer działu, kod wydziału',
  department_name: 'nazwa działu, nazwa wydziału',
  department: 'dział, wydział',
  organization: 'jednostka organizacyjna, komórka organizacyjna',
  job_title: 'nazwa stanowiska, stanowisko pracy',
  position: 'stanowisko',
  leaving_date: `
    data zwolnienia, data odejścia, data rozwiązania umowy, data zakończenia zatrudnienia, data zakończenia pracy,
    koniec zatrudnienia, data końca umowy`,
  hire_date: `
    data zatrudnienia, data rozpoczęcia pracy, data przyjęcia, początek zatrudnienia, pierwszy dzień pracy`,
};
