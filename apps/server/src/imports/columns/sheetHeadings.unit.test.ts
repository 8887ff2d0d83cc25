import { describe, expect, it } from 'vitest';
import { readAll } from '../fixtures/readAll.ts';
import { readHeading } from './sheetHeadings.ts';

describe('a heading', () => {
  it.each([
    [
      'studentNumber',
      "Numéro d’étudiant|NUMERO D'ETUDIANT|Numéro d’étudiant(e)|No étudiant|N° étudiant|Nº d’étudiant|# étudiant",
    ],
    [
      'studentNumber',
      'Matricule|Student number|Student No.|Student #|Student ID|ID|idnumber|OrgDefinedId|org_defined_id|user_id',
    ],
    ['lastName', 'Nom|Nom de famille|NOM(S)|Last name|last_name|lastname|Surname|Family name'],
    ['firstName', 'Prénom|prenom|Pre\u0301nom|Prénom(s)|First name|first_name|firstname|Given name(s)'],
    [
      'email',
      'Courriel|Adresse courriel|Adresse de courriel|Adresse électronique|E-mail|Email|EMAIL ADDRESS|e_mail',
    ],
    ['lastName', 'SPRIDEN_LAST_NAME|LAST.NAME|Last_Name|Nom de l’étudiant'],
    ['firstName', 'SPRIDEN_FIRST_NAME|FIRST.NAME|First_Name|Legal First Name'],
    ['email', 'GOREMAL_EMAIL_ADDRESS|Pref_Email|PREFERRED.EMAIL|EMAIL_ADDR|Adresse de messagerie'],
    ['email', 'Adresse e-mail|Adresse mail|E-mail étudiant|Courriel institutionnel|Primary Email|User Email'],
    ['studentNumber', 'Numéro d’identification|SPRIDEN_ID|EMPLID|STUDENT.ID|Code permanent|No de DA'],
    [
      'language',
      'Langue (F/A)|LANGUE F/A|Langue [A/F]|Langue - F/A|Langue (F ou A)|Langue : F/E|STVLANG_CODE',
    ],
    [
      'fullName',
      'Nom, Prénom|Nom et prénom|Name (Last, First)|Last Name, First Name|Nom complet|sortable_name',
    ],
    ['firstName', 'PrÃ©nom|Pr√©nom'],
    ['language', 'Langue|Langue (F/E)|Language|Lang|lang|Langue de correspondance'],
    [
      'firstName',
      'Prénom / First name|First name (Prénom)|Prénom (obligatoire)|Prénom *|\ufeffPrénom\u00a0:',
    ],
  ])('of %s: %s', (field, headings) => {
    for (const heading of headings.split('|'))
      expect([heading, readHeading(heading)?.field]).toEqual([heading, field]);
  });

  it.each([
    'Prénom usuel',
    'Preferred name',
    'Prénom (usuel)',
    'Nom / Prénom',
    'username',
    'Programme',
    'Adresse',
    'Courriel personnel',
    '',
    '()',
    'constructor',
    `Nom ${'x'.repeat(10_000)}`,
  ])('%j is unknown', (heading) => expect(readHeading(heading)).toBeNull());
});

it('a vague heading counts only if no clear one names its field', () => {
  const { end } = readAll('ID;Student number;Nom;Prénom;Courriel\n1;300;Roux;Noé;n@x.ca');
  expect(end.file?.ignoredColumns).toEqual(['ID']);
  expect(readAll('ID;Nom;Prénom;Courriel\n300;Roux;Noé;n@x.ca').candidates[0]?.studentNumber).toBe('300');
  const { candidates } = readAll('Primary Email;Nom;Prénom;Courriel\nother@x.ca;Roux;Noé;n@x.ca');
  expect(candidates[0]?.email).toBe('n@x.ca');
});
