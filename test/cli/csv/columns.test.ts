import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findColumns } from '../../../src/cli/csv/columns.ts';
import { findFieldFor, foldHeader } from '../../../src/cli/csv/header-names.ts';
import { usageMessage, validationMessage } from './expected-errors.ts';

const plain = ['external_id', 'email', 'first_name', 'last_name'];

const languages = {
  'the contract itself':
    'external_id,email,first_name,last_name,department_external_id,department_name,job_title',
  English: 'Employee ID,Work E-mail,Given Name,Surname,Department Code,Department,Position',
  'camel case':
    'employeeNumber,emailAddress,firstName,lastName,departmentId,departmentName,jobTitle',
  German: 'Personal-Nr.,E-Mail-Adresse,Vorname,Nachname,Abteilungs-ID,Abteilung,Stellenbezeichnung',
  French: 'Matricule,Courriel,Prénom,Nom,Code service,Nom du service,Intitulé du poste',
  Spanish:
    'Nº de empleado,Correo electrónico,Nombre,Apellidos,Código de departamento,Departamento,Puesto',
  Italian: 'Matricola,Posta elettronica,Nome,Cognome,Codice reparto,Reparto,Mansione',
};

for (const [language, header] of Object.entries(languages)) {
  test(`all seven columns are known by their names in ${language}`, () => {
    assert.deepEqual(findColumns(header.split(','), []), {
      external_id: 0,
      email: 1,
      first_name: 2,
      last_name: 3,
      department_external_id: 4,
      department_name: 5,
      job_title: 6,
    });
  });
}

test('names are compared without case, accents, spaces and punctuation', () => {
  assert.equal(foldHeader('  Adresse_É-lectronique (travail) '), 'adresseelectroniquetravail');
  assert.equal(foldHeader('Pre\u0301nom'), foldHeader('Prénom'));
  for (const name of ['PRENOM', 'prénom', ' Pré-nom ', 'PRE_NOM']) {
    assert.equal(findFieldFor(name), 'first_name');
  }
});

test('names that may mean something else are not known', () => {
  const unsure = [
    'id',
    'name',
    'full name',
    'role',
    'status',
    'EmployeeNationalIDAlternateKey',
    '',
  ];
  assert.deepEqual(
    unsure.map(findFieldFor),
    unsure.map(() => undefined),
  );
});

test('a column of another name, or of none, is left alone', () => {
  const header = ['Hired', '', ...plain, ''];
  assert.deepEqual(findColumns(header, []), {
    external_id: 2,
    email: 3,
    first_name: 4,
    last_name: 5,
  });
});

test('a map names a column, to the letter first and loosely otherwise', () => {
  const header = ['national key', 'National Key', ...plain.slice(1)];
  assert.equal(findColumns(header, ['external_id=National Key']).external_id, 1);
  const loose = ['NationalKey', ...plain.slice(1)];
  assert.equal(findColumns(loose, ['external_id=national-key']).external_id, 0);
});

test('a map overrules a known name and settles a doubtful one', () => {
  const header = [...plain, 'Work email'];
  assert.equal(findColumns(header, ['email=Work email']).email, 4);
});

test('a mapped column is not matched to a second field by its name', () => {
  const header = [...plain, 'Position'];
  const columns = findColumns(header, ['department_name=Position']);
  assert.equal(columns.department_name, 4);
  assert.equal('job_title' in columns, false);
});

test('a header name may contain an equals sign', () => {
  assert.equal(findColumns([...plain, 'a=b'], ['job_title=a=b']).job_title, 4);
});

test('all missing required columns are named at once, with the columns there are and an example', () => {
  assert.equal(
    validationMessage(() => findColumns(['Nickname', 'E-mail'], [])),
    'No column is known to hold external_id, first_name, last_name. The file\'s columns are "Nickname", "E-mail". Say which one it is, for example --map external_id=Nickname.',
  );
});

test('the example is quoted for the shell where the name has spaces', () => {
  assert.match(
    validationMessage(() => findColumns(['Nick name'], [])),
    /--map "external_id=Nick name"\.$/,
  );
});

test('two columns that could be one field are refused with the way to choose', () => {
  assert.equal(
    validationMessage(() => findColumns([...plain, 'Work email'], [])),
    'Several columns could be email: "email", "Work email". Choose one, for example --map email=email.',
  );
});

test('a name borne twice is refused when it is used, and only then', () => {
  assert.match(
    validationMessage(() => findColumns([...plain, 'email'], [])),
    /columns 2 and 5 are both named "email"\. Rename/,
  );
  assert.match(
    validationMessage(() => findColumns([...plain, 'Job', 'x', 'x'], ['job_title=x'])),
    /columns 6 and 7 are both named "x"/,
  );
  assert.equal(findColumns([...plain, 'x', 'x'], []).email, 1);
});

const wrongMaps: [string[], RegExp][] = [
  [['manager=email'], /no field "manager"\. The fields are external_id, email, first_name/],
  [['email=Mailbox'], /"Mailbox", which the file does not have\. Its columns are "external_id"/],
  [['email='], /does not have/],
  [['job_title=email', 'email=email'], /"email" to both job_title and email/],
  [['email=email', 'email=last_name'], /gives email twice/],
  [['email'], /takes the form field=Header/],
  [['=email'], /takes the form field=Header/],
];

for (const [maps, message] of wrongMaps) {
  test(`--map ${maps.join(' --map ')} is refused with what to do`, () => {
    assert.match(
      usageMessage(() => findColumns(plain, maps)),
      message,
    );
  });
}

test('a map that loosely means several columns is refused', () => {
  const header = [...plain, 'Job-Name', 'job_name'];
  assert.match(
    usageMessage(() => findColumns(header, ['job_title=jobname'])),
    /could be "Job-Name", "job_name"\. Write the name exactly/,
  );
});
