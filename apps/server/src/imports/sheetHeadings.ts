import { fold } from '@guichet/contract/core/fold';
import type { ColumnField } from '@guichet/contract/imports.columns';

/** Headings without blanks, signs, accents and case: French, English, and those of Moodle, Canvas and Brightspace. */
const clearWords: Record<ColumnField, string> = {
  email: `courriel adressecourriel adressedecourriel adressedecourrielectronique courrielectronique
    adresseelectronique courrierelectronique adressedecourrierelectronique courrieldeletudiant courrieletudiant
    courrielinstitutionnel courrieluniversitaire mel email emailaddress mail mailaddress studentemail
    institutionalemail universityemail externalemail`,
  firstName: `prenom prenoms prenomlegal firstname firstnames givenname givennames forename legalfirstname`,
  lastName: `nom noms nomdefamille nomfamille nomlegal lastname surname familyname legallastname`,
  studentNumber: `numerodetudiant numeroetudiant numerodeletudiant numerodetudiante numeroetudiante numetudiant
    nodetudiant noetudiant nodetudiante noetudiante nodeletudiant ndetudiant netudiant idetudiant matricule
    codepermanent studentnumber studentno studentid studentidnumber studentidno sisuserid idnumber orgdefinedid`,
  language: `langue languedecorrespondance languedecommunication languepreferee languedepreference languedusage
    codedelangue codelangue language lang preferredlanguage languagepreference languageofcorrespondence
    correspondencelanguage languagecode`,
  /** Both names in one cell, parted by a comma. */
  fullName: 'nomprenom nometprenom nomdefamilleprenom lastnamefirstname surnamefirstname surnamegivenname',
};

/** These count only where no clear word stands for the same field: an ID may be anybody's. */
const vagueWords: Partial<Record<ColumnField, string>> = { studentNumber: 'id userid sisid numero' };

/** What people add to a heading in parentheses or after a stroke, such as « Langue (F/E) ». */
const remarks = new Set(
  'obligatoire requis requise required facultatif facultative optional f e s fr en ou or'.split(' '),
);

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
  const parts = cell.split(/[/|()[\]\n]/).map(bare);
  const named = parts.filter((part) => part !== '' && !remarks.has(part)).map((part) => headings.get(part));
  const first = named[0];
  return first && named.every((heading) => heading?.field === first.field) ? first : null;
}

/** How many different fields a row names when it is read as the headings. */
export function countHeadings(cells: readonly string[]): number {
  return new Set(cells.flatMap((cell) => readHeading(cell)?.field ?? [])).size;
}

function bare(text: string): string {
  return fold(text.replaceAll('#', 'no')).replaceAll(/[^\p{L}\p{N}]/gu, '');
}
