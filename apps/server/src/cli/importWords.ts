import type { Language } from '@guichet/contract/core/language';

/** What `guichet import` says of a list. */
export const importWords = {
  importRows: { fr: '{rows} lignes lues…', en: '{rows} rows read…' },
  importDone: {
    fr: '{placed} candidats de {file} placés dans la cohorte.',
    en: '{placed} candidates of {file} placed in the cohort.',
  },
  listUnreadable: { fr: '{path} ne se lit pas : {reason}.', en: '{path} cannot be read: {reason}.' },
  listTooLarge: {
    fr: '{path} dépasse {limit} Mo : divisez la liste en plusieurs fichiers.',
    en: '{path} is over {limit} MB: divide the list into several files.',
  },
  previewRows: {
    fr: '{rows} lignes lues, {blank} vides.',
    en: '{rows} rows read, {blank} blank ones.',
  },
  previewAccounts: {
    fr: '{made} comptes seraient créés, {known} existent déjà.',
    en: '{made} accounts would be made, {known} exist already.',
  },
  previewLeft: {
    fr: '{already} personnes sont déjà dans la cohorte, {twice} lignes se répètent.',
    en: '{already} people are in the cohort already, {twice} lines stand twice.',
  },
  previewMails: {
    fr: 'Courriels qui partiraient : {fr} en français, {en} en anglais.',
    en: 'Mails that would leave: {fr} in French, {en} in English.',
  },
  previewHidden: {
    fr: 'Lignes masquées dans le classeur, comprises : {rows}.',
    en: 'Rows hidden in the workbook, included: {rows}.',
  },
  previewHiddenLeft: {
    fr: 'Lignes masquées dans le classeur, laissées de côté : {rows} (--include-hidden les importe).',
    en: 'Rows hidden in the workbook, left out: {rows} (--include-hidden imports them).',
  },
  previewRepaired: {
    fr: 'Textes aux accents rétablis : {cells}.',
    en: 'Texts with accents restored: {cells}.',
  },
  previewSkipped: {
    fr: 'Ligne {line} laissée de côté : {text}',
    en: 'Line {line} left out: {text}',
  },
  columnsUnread: { fr: 'Colonnes non lues : {columns}.', en: 'Columns that are not read: {columns}.' },
  columnsMore: {
    fr: 'Colonnes non lues : {columns}, et {count} autres.',
    en: 'Columns that are not read: {columns}, and {count} more.',
  },
  columnUnnamed: { fr: 'colonne {column} (sans titre)', en: 'column {column} (no heading)' },
  columnsUnclear: {
    fr: 'Personne n’a été placé : une colonne non lue semble contenir ce qu’il faut lire. Donnez --columns, ou --ignore-unread pour importer sans elle.',
    en: 'Nobody was placed: a column that is not read looks like one that should be. Give --columns, or --ignore-unread to import without it.',
  },
  columnsOfList: {
    fr: 'Colonnes de la liste (titres à la ligne {line}) :',
    en: 'Columns of the list (headings on line {line}):',
  },
  columnsWithoutHeadings: {
    fr: 'Colonnes de la liste (sans titres) :',
    en: 'Columns of the list (no headings):',
  },
  columnLine: {
    fr: '  {index} ({letters}) {heading} : {samples}{field}',
    en: '  {index} ({letters}) {heading}: {samples}{field}',
  },
  columnRead: { fr: ' → {field}', en: ' → {field}' },
  columnMaybe: { fr: ' → {field} ?', en: ' → {field}?' },
  columnsProposed: {
    fr: 'Vérifiez, puis donnez par exemple : {options}',
    en: 'Check, then give for example: {options}',
  },
  columnsFault: { fr: '--columns : {reason}', en: '--columns: {reason}' },
  atLine: { fr: 'ligne {line}', en: 'line {line}' },
  atCell: { fr: 'ligne {line}, {column}', en: 'line {line}, {column}' },
  problemsLeftOut: { fr: '… et {count} autres.', en: '… and {count} more.' },
} as const satisfies Record<string, Record<Language, string>>;
