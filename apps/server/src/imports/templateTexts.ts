import { sampleEmail } from './templateSample.ts';

export const templateName = 'candidats-candidates';
export const listName = 'Candidats - Candidates';

/** Both languages in one heading; the reader takes two names of the same field for one. */
export const templateHeadings = [
  'No étudiant / Student number',
  'Prénom / First name',
  'Nom / Last name',
  'Courriel / Email',
  'Langue / Language',
];

export const sampleRow = ['012345678', 'Camille', 'Exemple', sampleEmail, 'F'];

export interface Instructions {
  readonly name: string;
  readonly title: string;
  readonly lines: readonly string[];
}

export const instructions: readonly Instructions[] = [
  {
    name: 'Mode d’emploi',
    title: 'Comment remplir la liste',
    lines: [
      'Inscrivez une personne par ligne dans la première feuille, sous les en-têtes. Laissez les en-têtes tels quels.',
      `La ligne d’exemple (${sampleEmail}) n’est jamais importée. Vous pouvez l’effacer ou la laisser.`,
      'Le prénom, le nom et le courriel sont obligatoires. Le numéro d’étudiant et la langue sont facultatifs.',
      'Langue : F pour le français, E pour l’anglais. Sans langue, la personne reçoit son courriel dans la langue choisie au moment de l’importation.',
      'La colonne des numéros d’étudiant est en format Texte, pour que les zéros du début ne se perdent pas.',
      'Une personne inscrite deux fois compte une seule fois. Une même adresse ne peut pas servir à deux personnes.',
      'Une liste peut compter 200 000 lignes et peser 20 Mo.',
    ],
  },
  {
    name: 'Instructions',
    title: 'How to fill in the list',
    lines: [
      'Enter one person per line on the first sheet, below the headings. Leave the headings as they are.',
      `The sample line (${sampleEmail}) is never imported. Delete it or leave it there.`,
      'First name, last name and email are required. Student number and language are optional.',
      'Language: F for French, E for English. Without one, the person is written to in the language chosen for the import.',
      'The student number column is formatted as text, so that leading zeros are kept.',
      'A person who is listed twice counts once. One address cannot stand for two people.',
      'A list can have up to 200,000 lines and 20 MB.',
    ],
  },
];
