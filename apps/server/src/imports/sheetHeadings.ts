import { fold } from '@guichet/contract/core/fold';
import type { ColumnField } from '@guichet/contract/imports.columns';
import { repairText } from './doubleEncoding.ts';

/** Headings without blanks, signs, accents and case: French, English, and those of Moodle, Canvas and Brightspace. */
const clearWords: Record<ColumnField, string> = {
  email: `courriel adressecourriel adressedecourriel adressedecourrielelectronique courrielelectronique
    adressedecourrielectronique courrielectronique adresseelectronique courrierelectronique
    adressedecourrierelectronique adressedemessagerie courrieldeletudiant courrieldeletudiante courrieletudiant
    adressecourrieldeletudiant courrieldetudiant courrieldetudes courrielinstitutionnel courrieluniversitaire
    courrieluniversite courrieldeluniversite courrielpreferentiel courrielprefere mel
    email emailaddress emailaddr mail mailaddress studentemail studentemailaddress institutionalemail
    institutionalemailaddress universityemail universityemailaddress schoolemail campusemail externalemail
    prefemail preferredemail prefemailaddress prefemailaddr preferredemailaddress stuemail
    goremalemailaddress goremalemail`,
  firstName: `prenom prenoms prenomlegal prenometudiant prenomdeletudiant prenomdeletudiante
    firstname firstnames givenname givennames forename legalfirstname studentfirstname stufirstname firstnm first
    spridenfirstname`,
  lastName: `nom noms nomdefamille nomsdefamille nomfamille nomlegal nometudiant nomdeletudiant nomdeletudiante
    nomdefamilledeletudiant nomdefamilledeletudiante
    lastname lastnames surname familyname legallastname studentlastname stulastname lastnm last spridenlastname`,
  studentNumber: `numerodetudiant numeroetudiant numerodeletudiant numerodetudiante numeroetudiante
    numerodeletudiante numetudiant nodetudiant noetudiant nodetudiante noetudiante nodeletudiant nodeletudiante
    ndetudiant netudiant idetudiant identifiantetudiant matricule nomatricule numerodematricule codepermanent
    numerodedossier nodedossier nodeda numeroda noda
    studentnumber studentno studentnum studentid studentids studentidnumber studentidno stuid stunum sisuserid
    idnumber orgdefinedid emplid emplids campusid bannerid spridenid colleagueid`,
  language: `langue languedecorrespondance languecorrespondance languedecommunication languecommunication
    languepreferee languedepreference languepreferentielle languedusage languedeletudiant languedeletudiante
    languedecontact languedeservice codedelangue codelangue langcorrespondance
    language lang langcd langcode preferredlanguage preferredlang preflang preflanguage languagepreference
    languageofcorrespondence correspondencelanguage languagecode langpref studentlanguage communicationlanguage
    stvlangcode stvlangdesc spbperslangcode`,
  /** Both names in one cell, parted by a comma. */
  fullName: `nomprenom nometprenom nomprenoms nometprenoms nomsprenoms nomsetprenoms nomdefamilleprenom
    nomdefamilleetprenom lastnamefirstname lastfirst lastnameandfirstname surnamefirstname surnamegivenname
    surnamegivennames surnameforename familynamegivenname familynamefirstname namelastfirst
    namelastnamefirstname sortablename`,
};

/** These count only where no clear word stands for the same field: an ID may be anybody's. */
const vagueWords: Partial<Record<ColumnField, string>> = {
  studentNumber: 'id userid sisid numero personid',
  fullName: `nomcomplet nomcompletdeletudiant etudiant etudiante candidat candidate name names fullname studentname
    nameofstudent candidatename student displayname`,
};

/** What people add to a heading in parentheses or after a stroke, such as « Langue (F/E) ». */
const remarks = new Set(
  'obligatoire requis requise required facultatif facultative optional f e a s fr en ang ou or et and'.split(
    ' ',
  ),
);
const codesAtEnd = /[\s:,=–—-]+(?:\(?[fea][\s/|,-]+[fea]\)?)$/iu;

const headingMaxLength = 100;

export interface Heading {
  readonly field: ColumnField;
  readonly isVague: boolean;
}

const headings: ReadonlyMap<string, Heading> = new Map([
  ...tableOf(vagueWords, true),
  ...tableOf(clearWords, false),
]);

function tableOf(words: Partial<Record<ColumnField, string>>, isVague: boolean): [string, Heading][] {
  const fields = Object.keys(words) as ColumnField[];
  return fields.flatMap((field) => {
    const spelled = words[field]?.split(/\s+/) ?? [];
    return spelled.map((word): [string, Heading] => [word, { field, isVague }]);
  });
}

/**
 * The field that a heading names. Of two names, as in « Prénom / First name », both must mean the same. Null for
 * any other text, so that « Prénom usuel » never passes for the first name.
 */
export function readHeading(cell: string): Heading | null {
  if (cell.length > headingMaxLength) return null;
  const whole = headings.get(bare(cell));
  // « Nom / Prénom » does not say which of the two stands first.
  if (whole?.field === 'fullName' && cell.includes('/')) return null;
  if (whole) return whole;
  const parts = cell.split(/[/|()[\]\n]/).filter((part) => bare(part) !== '' && !isRemark(part));
  const named = parts.map((part) => headings.get(bare(part)));
  const first = named[0];
  if (first && named.every((heading) => heading?.field === first.field)) return first;
  const other = cell.replace(codesAtEnd, '');
  if (other !== cell) return readHeading(other);
  const repaired = repairText(cell);
  return repaired === null ? null : readHeading(repaired);
}

/** As people read it: on one line, and its accents restored where it was encoded twice. */
export function showHeading(cell: string): string {
  return (repairText(cell) ?? cell).replaceAll(/\s+/g, ' ').trim();
}

/** How many different fields a row names when it is read as the headings. */
export function countHeadings(cells: readonly string[]): number {
  return new Set(cells.flatMap((cell) => readHeading(cell)?.field ?? [])).size;
}

function isRemark(part: string): boolean {
  return part
    .trim()
    .split(/[\s,:=–—-]+/)
    .every((word) => remarks.has(bare(word)));
}

function bare(text: string): string {
  return fold(text.replaceAll('#', 'no')).replaceAll(/[^\p{L}\p{N}]/gu, '');
}
