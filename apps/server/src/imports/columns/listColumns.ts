import { emailKey } from '@guichet/contract/core/fold';
import type { Language } from '@guichet/contract/core/language';
import { isKept, type KeptField, toColumn } from '@guichet/contract/core/listValues';
import { openExtraTimeColumn, readExtraTime } from './fields/candidateExtraTime.ts';
import * as candidateFields from './fields/candidateFields.ts';
import { areLanguages, openLanguageColumn, readLanguage } from './fields/candidateLanguage.ts';
import { column, type ListColumn } from './fields/listColumn.ts';
import { openFullNames, readFullName } from './fields/wholeNames.ts';

/** The address in the template's sample row. The address is reserved (RFC 2606), so this row is skipped. */
export const sampleEmail = 'exemple@example.invalid';

const twoNames = /^\p{L}[^,@\d]*,\s*\p{L}[^,@\d]*$/u;
const asIs = <T extends string | null>(value: T) => value;

/**
 * The columns of a list of candidates, in the order of the template. Reading, import, template, preview and
 * manual matching all follow this list; a new column also needs its label in both translation files.
 */
export const listColumns = [
  column({
    field: 'studentNumber',
    headings: {
      fr: 'No d’étudiant',
      en: 'Student number',
      aliases: `numerodetudiant numeroetudiant numerodeletudiant numerodetudiante numeroetudiante
        numerodeletudiante numetudiant noetudiant nodetudiante noetudiante nodeletudiant nodeletudiante
        ndetudiant netudiant idetudiant identifiantetudiant matricule nomatricule numerodematricule codepermanent
        numerodedossier numerodossier numdossier nodedossier nodossier ndedossier ndossier nodeda numeroda noda
        studentno studentnum studentid studentids studentidnumber studentidno stuid stunum sisuserid
        idnumber orgdefinedid emplid emplids campusid bannerid spridenid colleagueid`,
      vague: 'id userid sisid numero numerodidentification personid',
    },
    read: candidateFields.readStudentNumber,
    userColumns: { student_number: asIs },
    template: {
      sample: '012345678',
      width: 28,
      isText: true,
      hint: {
        fr: 'La colonne des numéros d’étudiant est au format Texte, pour conserver les zéros du début.',
        en: 'The student number column is formatted as text, so that leading zeros are kept.',
      },
    },
  }),
  column({
    field: 'firstName',
    isRequired: true,
    headings: {
      fr: 'Prénom',
      en: 'First name',
      aliases: `prenoms prenomlegal prenometudiant prenomdeletudiant prenomdeletudiante
        firstnames givenname givennames forename legalfirstname studentfirstname stufirstname firstnm first
        spridenfirstname`,
    },
    looksLike: { words: ['prenom', 'prenoms', 'first', 'given', 'forename'] },
    read: (cell, kind) => candidateFields.readName(cell, kind),
    userColumns: { first_name: asIs },
    template: { sample: 'Camille', width: 24 },
  }),
  column({
    field: 'lastName',
    isRequired: true,
    headings: {
      fr: 'Nom',
      en: 'Last name',
      aliases: `noms nomdefamille nomsdefamille nomfamille nomlegal nometudiant nomdeletudiant nomdeletudiante
        nomdefamilledeletudiant nomdefamilledeletudiante
        surname familyname legallastname studentlastname stulastname lastnm last spridenlastname`,
    },
    looksLike: { words: ['nom', 'noms', 'last', 'surname', 'family'] },
    read: (cell, kind) => candidateFields.readName(cell, kind),
    userColumns: { last_name: asIs },
    template: { sample: 'Exemple', width: 24 },
  }),
  column({
    field: 'email',
    isRequired: true,
    headings: {
      fr: 'Courriel',
      en: 'Email',
      aliases: `adressecourriel adressedecourriel adressedecourrielelectronique courrielelectronique
        adressedecourrielectronique courrielectronique adresseelectronique courrierelectronique
        adressedecourrierelectronique adressedemessagerie courrieldeletudiant courrieldeletudiante courrieletudiant
        adressecourrieldeletudiant courrieldetudiant courrieldetudes courrielinstitutionnel courrieluniversitaire
        courrieluniversite courrieldeluniversite courrielpreferentiel courrielprefere mel
        emailaddress emailaddr mail mailaddress studentemail studentemailaddress institutionalemail
        institutionalemailaddress universityemail universityemailaddress schoolemail campusemail externalemail
        prefemail preferredemail prefemailaddress prefemailaddr preferredemailaddress stuemail
        goremalemailaddress goremalemail`,
      vague: `adressemail adresseemail adressedemail emailetudiant emailetudiante mailetudiant emailinstitutionnel
        adressecourrielinstitutionnelle adresseemailinstitutionnelle adresseelectroniqueinstitutionnelle
        useremail primaryemail primaryemailaddress emailid`,
    },
    looksLike: { values: (values) => values.every(candidateFields.holdsAddress) },
    read: candidateFields.readEmail,
    userColumns: { email: asIs, email_key: emailKey },
    template: { sample: sampleEmail, width: 36 },
  }),
  column({
    field: 'language',
    headings: {
      fr: 'Langue',
      en: 'Language',
      aliases: `languedecorrespondance languecorrespondance languedecommunication languecommunication
        languepreferee languedepreference languepreferentielle languedusage languedeletudiant languedeletudiante
        languedecontact languedeservice codedelangue codelangue langcorrespondance
        lang langcd langcode preferredlanguage preferredlang preflang preflanguage languagepreference
        languageofcorrespondence correspondencelanguage languagecode langpref studentlanguage communicationlanguage
        stvlangcode stvlangdesc spbperslangcode`,
    },
    looksLike: { values: areLanguages },
    read: readLanguage,
    open: openLanguageColumn,
    userColumns: { language: asIs },
    template: {
      sample: 'F',
      width: 20,
      hint: {
        fr: 'Langue\u00a0: F pour le français, E pour l’anglais. Sans langue, un compte existant garde la sienne, un nouveau prend celle qui est choisie au moment de l’importation.',
        en: 'Language: F for French, E for English. Without one, an existing account keeps its own, and a new one gets the language chosen for the import.',
      },
    },
  }),
  column({
    field: 'fullName',
    parts: ['lastName', 'firstName'],
    headings: {
      fr: 'Nom, prénom',
      en: 'Last name, first name',
      aliases: `nometprenom nomprenoms nometprenoms nomsprenoms nomsetprenoms nomdefamilleprenom
        nomdefamilleetprenom lastfirst lastnameandfirstname surnamefirstname surnamegivenname
        surnamegivennames surnameforename familynamegivenname familynamefirstname namelastfirst
        namelastnamefirstname sortablename`,
      vague: `nomcomplet nomcompletdeletudiant etudiant etudiante candidat candidate name names fullname studentname
        nameofstudent candidatename student displayname`,
    },
    looksLike: { values: (values) => values.every((value) => twoNames.test(value)) },
    read: (cell, kind) => readFullName(cell, kind),
    open: (_heading, names) => openFullNames(names),
  }),
  column({
    field: 'extraTime',
    isConfidential: true,
    headings: {
      fr: 'Temps supplémentaire',
      en: 'Extra time',
      aliases: `tempssupplementaireminutes tempssupplementairemin tempssupplementaireenminutes tempssupp tempssuppl
        tempsadditionnel tempsadditionnelminutes tempsmajore majorationdetemps majorationdutemps majoration tierstemps
        facteurdetemps tempssup minutessupplementaires prolongation prolongationdetemps
        extratimeminutes extratimemin extratimeinminutes extraminutes additionaltime additionaltimeminutes
        additionalminutes timeextension extendedtime timemultiplier extratimefactor timeaccommodation
        tempssupplementairepourcentage pourcentagedetempssupplementaire tempssupplementaireenpourcentage
        extratimepercent extratimepercentage extratimeinpercent`,
    },
    looksLike: { words: ['supplementaire', 'extra', 'majore', 'majoration'] },
    read: readExtraTime,
    open: openExtraTimeColumn,
    template: {
      sample: '30 min',
      width: 36,
      isText: true,
      hint: {
        fr: 'Temps supplémentaire\u00a0: en minutes (30 min), en pourcentage (25\u00a0%) ou en facteur (1,5). Une cellule vide ne change rien.',
        en: 'Extra time: in minutes (30 min), as a percentage (25%) or as a factor (1.5). An empty cell changes nothing.',
      },
    },
  }),
] as const;

const confidential: ReadonlySet<string> = new Set(
  listColumns.filter(({ isConfidential = false }) => isConfidential).map(({ field }) => field),
);

export function isConfidential(field: string | null): boolean {
  return field !== null && confidential.has(field);
}

/** The columns whose cells are never shown: read as a confidential field, or left out for that reason. */
export function confidentialColumns({ at, leftOut }: ConfidentialPlaces): readonly number[] {
  const read = Object.entries(at).flatMap(([field, index]) =>
    index !== null && isConfidential(field) ? [index] : [],
  );
  return [...read, ...leftOut];
}

interface ConfidentialPlaces {
  readonly at: Places;
  readonly leftOut: readonly number[];
}

export type Field = (typeof listColumns)[number]['field'];

export const listFields: readonly string[] = listColumns.map(({ field }) => field);

/** A field that the portal knows, or a column that is kept as it is. */
export type ReadField = Field | KeptField;

/** The template's heading of a field; an unknown field is returned unchanged. */
export function nameOfField(field: string, language: Language): string {
  if (isKept(field)) return toColumn(field);
  return listColumns.find((column) => column.field === field)?.headings[language] ?? field;
}

export type Values = {
  readonly [C in (typeof listColumns)[number] as C['field']]: C extends ListColumn<string, infer T>
    ? T
    : never;
};

/** Columns whose cells combine several fields. */
export const compoundColumns = listColumns.flatMap(({ field, parts }) =>
  parts ? [{ field, parts: parts as readonly Field[] }] : [],
);

/** The column index of each field in one list; null if absent. */
export type Places = Readonly<Record<Field, number | null>> & { readonly [kept: KeptField]: number };

/** Whether a field is read: from its own column, from a combined column, or in parts. */
export function isRead(at: Places, field: Field): boolean {
  return (
    at[field] !== null ||
    compoundColumns.some(
      (whole) =>
        (whole.parts.includes(field) && at[whole.field] !== null) ||
        (whole.field === field && whole.parts.every((part) => at[part] !== null)),
    )
  );
}
