import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findColumns } from '../../src/roster-file/columns.ts';
import { catalogue, findKinds, foldHeader } from '../../src/roster-file/header-names.ts';
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
  Dutch: 'Personeelsnummer,E-mailadres,Roepnaam,Achternaam,Afdelingscode,Afdelingsnaam,Functienaam',
  Portuguese:
    'Matrícula,E-mail corporativo,Nome,Sobrenome,Código do departamento,Departamento,Cargo',
  Polish: 'Numer pracownika,Adres e-mail,Imie,Nazwisko,Kod działu,Dzial,Stanowisko',
  Italian: 'Matricola,Posta elettronica,Nome,Cognome,Codice reparto,Reparto,Mansione',
};

for (const [language, header] of Object.entries(languages)) {
  test(`all seven columns are recognised by their names in ${language}`, () => {
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

test('column names are compared without case, accents, spaces and punctuation', () => {
  assert.equal(foldHeader('  Adresse_É-lectronique (travail) '), 'adresseelectroniquetravail');
  assert.equal(foldHeader('Pre\u0301nom'), foldHeader('Prénom'));
  for (const name of ['PRENOM', 'prénom', ' Pré-nom ', 'PRE_NOM']) {
    assert.deepEqual(findKinds([name]), ['first_name']);
  }
});

test('ambiguous column names are not recognised', () => {
  const unsure = [
    ...['id', 'ID', 'role', 'Status', 'Service', 'EmployeeNationalIDAlternateKey', '', '#'],
    ...[
      'Supervisor Email',
      'Manager - Work email',
      'Personal Contact: Personal Email',
      'Recovery Email',
    ],
    ...['Email - Primary Home', 'Manager Email', 'Preferred Name', 'Nickname', 'Employment Type'],
    ...['Company Code', 'Legal entity', 'Account Id', 'User ID'],
  ];
  assert.deepEqual(
    findKinds(unsure),
    unsure.map(() => undefined),
  );
});

test('a column with an unknown or empty name is ignored', () => {
  const header = ['Hired', '', ...plain, ''];
  assert.deepEqual(findColumns(header, []), {
    external_id: 2,
    email: 3,
    first_name: 4,
    last_name: 5,
  });
});

test('--map matches a column name exactly, and otherwise loosely', () => {
  const header = ['national key', 'National Key', ...plain.slice(1)];
  assert.equal(findColumns(header, ['external_id=National Key']).external_id, 1);
  const loose = ['NationalKey', ...plain.slice(1)];
  assert.equal(findColumns(loose, ['external_id=national-key']).external_id, 0);
});

test('--map overrides a recognised name and resolves an ambiguous one', () => {
  const header = [...plain, 'Work email'];
  assert.equal(findColumns(header, ['email=Work email']).email, 4);
});

test('a mapped column is not matched to a second field by its name', () => {
  const header = [...plain, 'Position'];
  const columns = findColumns(header, ['department_name=Position']);
  assert.equal(columns.department_name, 4);
  assert.equal('job_title' in columns, false);
});

test('a column name may contain an equals sign', () => {
  assert.equal(findColumns([...plain, 'a=b'], ['job_title=a=b']).job_title, 4);
});

test('all missing required columns are reported at once, with the existing columns and an example', () => {
  assert.equal(
    validationMessage(() => findColumns(['Nickname', 'E-mail'], [])),
    `No column is known to hold external_id, first_name, last_name. The file's columns are "Nickname", "E-mail". Say which one it is, for example --map 'external_id=Column name'. --map name=… takes a column that holds the full name.`,
  );
});

test('the example names a plausible column, quoted for the shell, never just the first free one', () => {
  const header = [
    "Manager's E-mail",
    'Kontakt',
    'Familienname (neu)',
    'Vorname',
    'Pers.-Nr. intern',
  ];
  const people = [
    ['boss@acme.example', 'ann@acme.example', 'Archer', 'Ann', '0042'],
    ['boss@acme.example', '', 'Baker', 'Bob', '0043'],
  ];
  const hint = (cells: string[], maps: string[], sample: string[][]) =>
    /--map (.*?)\.( --map|$)/.exec(validationMessage(() => findColumns(cells, maps, sample)))?.[1];
  assert.equal(hint(header, [], people), "'external_id=Pers.-Nr. intern'");
  const id = 'external_id=Pers.-Nr. intern';
  assert.equal(hint(header, [id], people), 'email=Kontakt');
  assert.equal(hint(header, [id, 'email=Kontakt'], people), "'last_name=Familienname (neu)'");
  assert.equal(
    hint(["Manager's E-mail", 'Vorname', 'Nachname'], [], []),
    "'external_id=Column name'",
  );
});

test('the example never names the address of a manager or a private one', () => {
  for (const name of [
    ...['Email - Primary Home', 'Home email', 'Personal Contact: Personal Email', 'E-Mail privat'],
    ...['Correo personal', 'E-mail perso', 'Courriel privé', 'E-mail pessoal', 'Email particular'],
    ...['E-mail prywatny', 'Mail N+1', 'Email supérieur hiérarchique', 'Correo del jefe'],
    ...[
      'E-Mail Führungskraft',
      'E-mail responsabile',
      'E-mail do responsável',
      'E-mail kierownika',
    ],
    ...['E-mail przełożonego', 'Superviseur mail', 'E-mail leidinggevende', 'Reports To Email'],
  ]) {
    const header = ['external_id', 'first_name', 'last_name', name];
    assert.match(
      validationMessage(() => findColumns(header, [], [['1', 'Ann', 'Archer', 'x@acme.example']])),
      / --map 'email=Column name'\.$/,
      name,
    );
  }
});

test('two columns that match one field are rejected with an explanation of how to choose', () => {
  assert.equal(
    validationMessage(() => findColumns([...plain, 'Mail address'], [])),
    'Several columns could be email: "email", "Mail address". Choose one, for example --map email=email.',
  );
});

test('a duplicate column name is rejected only if it is used', () => {
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
  [['name=email', 'last_name=last_name'], /gives both name and last_name/],
  [['email'], /takes the form field=Header/],
  [['=email'], /takes the form field=Header/],
];

for (const [maps, message] of wrongMaps) {
  test(`--map ${maps.join(' --map ')} is rejected with an explanation`, () => {
    assert.match(
      usageMessage(() => findColumns(plain, maps)),
      message,
    );
  });
}

test('a --map that loosely matches several columns is rejected', () => {
  const header = [...plain, 'Job-Name', 'job_name'];
  assert.match(
    usageMessage(() => findColumns(header, ['job_title=jobname'])),
    /could be "Job-Name", "job_name"\. Write the name exactly/,
  );
});

test('additions of systems in brackets, and the sign #, do not count as part of a column name', () => {
  assert.deepEqual(
    findKinds([
      ...['First Name [Required]', 'Email Address [Required]', '[Roepnaam]', 'Employee #'],
      ...['Associate ID (Employment Profile)', 'Email (personal)', 'Employee ID (Manager)'],
    ]),
    [
      ...['first_name', 'email', 'preferred_first_name', 'employee_id'],
      ...['employee_id', undefined, undefined],
    ],
  );
});

for (const [header, expected] of [
  ['Name,Vorname', { first_name: 1, last_name: 0 }],
  ['Name', { name: 0 }],
  ['Name,First Name,Last Name', { first_name: 1, last_name: 2 }],
  ['Nom,Prénom', { first_name: 1, last_name: 0 }],
  ['Nom', { name: 0 }],
  ["Nom,Prénom,Nom d'usage", { first_name: 1, last_name: 0, preferred_last_name: 2 }],
  ['Nome,Cognome', { first_name: 0, last_name: 1 }],
  ['Nome', { name: 0 }],
  ['Nombre,Apellidos', { first_name: 0, last_name: 1 }],
  ['Nombre', { name: 0 }],
  ['Display Name,First Name,Last Name', { first_name: 1, last_name: 2 }],
  ['Full Name,Worker', { name: 0 }],
  ['Employee', { name: 0 }],
  ['Legal First Name,Legal Last Name', { first_name: 0, last_name: 1 }],
  [
    'Legal First Name,First Name,Preferred First Name,Last Name',
    { first_name: 1, preferred_first_name: 2, last_name: 3 },
  ],
  ['Roepnaam,Voorvoegsel,Geboortenaam', { first_name: 0, last_name: 2, last_name_prefix: 1 }],
] as const) {
  test(`names are read from ${header}`, () => {
    const found = findColumns([...header.split(','), 'external_id', 'email'], []);
    const { external_id: _id, email: _email, ...names } = found;
    assert.deepEqual(names, expected);
  });
}

for (const [header, expected] of [
  ['Department,Department Description', { department_external_id: 0, department_name: 1 }],
  ['Department,Department_Desc', { department_external_id: 0, department_name: 1 }],
  [
    'Home Department Code,Home Department Description',
    { department_external_id: 0, department_name: 1 },
  ],
  ['Department,Department Code,Department Name', { department_external_id: 1, department_name: 2 }],
  ['Department,Supervisory Organization', { department_name: 0 }],
  ['Supervisory Organization', { department_name: 0 }],
  ['Service,Matricule', { department_name: 0 }],
  ['Service,Status', {}],
  ['Position,Job Title', { job_title: 1 }],
] as const) {
  test(`departments and jobs are read from ${header}`, () => {
    const maps = ['external_id=key', 'email=mail', 'first_name=x', 'last_name=y'];
    const found = findColumns([...header.split(','), 'key', 'mail', 'x', 'y'], maps);
    const { external_id: _i, email: _e, first_name: _f, last_name: _l, ...others } = found;
    assert.deepEqual(others, expected);
  });
}

test('the id of a person is preferred to that of a file or a job, and a work address to others', () => {
  const ids = ['Position ID', 'File Number', 'Associate ID'];
  const names = ['Email', 'Work Email', 'First Name', 'Last Name'];
  assert.equal(findColumns([...ids, ...names], []).external_id, 2);
  assert.equal(findColumns([...ids.slice(0, 2), ...names], []).external_id, 1);
  assert.equal(findColumns([...ids.slice(0, 1), ...names], []).external_id, 0);
  assert.equal(findColumns([...ids, ...names], []).email, 4);
});

test('ids of Entra and SuccessFactors are recognised only beside the other columns of these systems', () => {
  const entra = ['userPrincipalName', 'displayName', 'surname', 'mail', 'givenName', 'id'];
  assert.deepEqual(findColumns(entra, []), {
    external_id: 5,
    email: 3,
    first_name: 4,
    last_name: 2,
  });
  const factors = [
    'STATUS',
    'USERID',
    'USERNAME',
    'FIRSTNAME',
    'LASTNAME',
    'EMAIL',
    'MANAGER',
    'HR',
  ];
  assert.equal(findColumns(factors, []).external_id, 1);
  assert.equal(findColumns([...factors, 'EMPID'], []).external_id, 8);
});

test('a full name is not used if another column seems to hold a part of the name', () => {
  for (const other of ['Cognome dip.', 'Apellidos (1)', 'Surname at birth']) {
    const message = validationMessage(() =>
      findColumns(['external_id', 'email', 'Nominativo', other], []),
    );
    assert.match(message, /^No column is known to hold first_name, last_name\./);
  }
});

test('a column of numbers or addresses is not a full name, whatever its name', () => {
  const header = ['external_id', 'email', 'Employee'];
  assert.equal(
    findColumns(header, [], [['1', 'a@acme.example', 'Ann Archer (100123456789)']]).name,
    2,
  );
  for (const cell of ['1001', 'EMP1001', 'ann@acme.example']) {
    assert.match(
      validationMessage(() => findColumns(header, [], [['1', 'a@acme.example', cell]])),
      /to hold first_name, last_name\./,
    );
  }
});

test('a column "Name" that repeats the first name is not a last name', () => {
  const header = ['external_id', 'email', 'First name', 'Name'];
  const person = ['1', 'a@acme.example', 'Ann', 'Ann Archer'];
  assert.match(
    validationMessage(() => findColumns(header, [], [person])),
    /to hold last_name\. .* --map name=Name\./,
  );
  assert.deepEqual(findColumns(header, ['name=Name'], [person]), {
    external_id: 0,
    email: 1,
    name: 3,
  });
});

test('a column that can only be the last name or the job title is read whatever it holds', () => {
  const person = ['1', 'juan@acme.example', 'Juan', 'San Juan', '747'];
  for (const names of ['first_name,last_name,job_title', 'First Name,Surname,Business Title']) {
    assert.deepEqual(findColumns(['external_id', 'email', ...names.split(',')], [], [person]), {
      external_id: 0,
      email: 1,
      first_name: 2,
      last_name: 3,
      job_title: 4,
    });
  }
});

test('a column name has the same meaning in every language', () => {
  const kinds = new Map<string, string>();
  for (const names of catalogue) {
    for (const [kind, text] of Object.entries(names)) {
      for (const name of text.split(',').map(foldHeader)) {
        assert.notEqual(name, '', `an empty name of ${kind}`);
        assert.equal(kinds.get(name) ?? kind, kind, name);
        kinds.set(name, kind);
      }
    }
  }
});

test('a column of codes or salutations is not a job title, whatever its name', () => {
  for (const [name, cell] of [
    ['Title', 'Mrs.'],
    ['Position', '1001'],
  ] as const) {
    assert.deepEqual(findColumns([...plain, name], [], [['1', 'a@acme.example', 'A', 'B', cell]]), {
      external_id: 0,
      email: 1,
      first_name: 2,
      last_name: 3,
    });
    assert.equal(
      findColumns([...plain, name], [`job_title=${name}`], [['', '', '', '', cell]]).job_title,
      4,
    );
  }
});

test('a column "employee" is used as a full name, and proposed as one, only if it contains names', () => {
  const header = ['Personalnummer', 'E-Mail', 'Mitarbeiter'];
  const find = (cell: string) => findColumns(header, [], [['1', 'a@acme.example', cell]]);
  assert.deepEqual(find('Archer, Ann'), { external_id: 0, email: 1, name: 2 });
  assert.match(
    validationMessage(() => find('1001')),
    /to hold first_name, last_name\. .* --map 'first_name=Column name'\. /,
  );
});

test('a column "id" is proposed as the external id, but not used without --map', () => {
  assert.match(
    validationMessage(() => findColumns(['id', 'name', 'email'], [])),
    /to hold external_id\. .* --map external_id=id\.$/,
  );
});
