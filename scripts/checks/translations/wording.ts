/** A word or phrase that the texts do not use, and what they use instead. */
interface Banned {
  readonly words: RegExp;
  readonly better: string;
}

/** A whole word: `\b` takes an accented letter for the end of a word. */
const word = (pattern: string) => new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, 'iu');

const names = 'name|names|firstName|lastName|userName|username|title|label|system|exam|role';
const times = 'since|after|when|time|madeAt|hour';
/** The parameters that a rule names; the others are no words. */
const namedParameter = new RegExp(`^(?:${names}|${times})$`);

const banned: Readonly<Record<'fr' | 'en', readonly Banned[]>> = {
  fr: [
    { words: word('(?:a|ont|est|jamais|déjà) servie?s?|servie?s? le|sert qu’|se sert'), better: 'utiliser' },
    { words: word('gabarits?'), better: 'modèle' },
    {
      words: word('(?:dé)?connecte[rz]?|connectez-vous|(?:page|lien) de connexion|déconnexion'),
      better: 'ouvrir une session, page d’ouverture de session, fermer la session',
    },
    { words: word('raisons?'), better: 'motif' },
    {
      words: word('super administrat(?:ion|eurs?|rices?)|superadministrateurs?'),
      better: 'superadministration',
    },
    { words: word('candidats?'), better: 'personne inscrite, candidature' },
    { words: /(?<!nom d’)(?<!\p{L})utilisat(?:eur|rice)s?(?!\p{L})/iu, better: 'personne' },
    { words: word('(?:en|dans la) file'), better: 'en attente d’envoi' },
    { words: word('peu importe'), better: 'tous' },
    { words: word('nul ne|autrui'), better: 'personne ne, une autre personne' },
    {
      words: word('(?<!-)(?:e-?mails?|mails?|login|password)'),
      better: 'courriel, ouvrir une session, mot de passe',
    },
    { words: word('supporter?|supportent'), better: 'prendre en charge' },
    { words: word('tu|tes|ton|toi'), better: 'vous, votre' },
    {
      words: word(`(?:de|que|lorsque|jusque) \\{\\{?(?:${names})\\}`),
      better: 'le nom après un deux-points',
    },
    { words: word('ce champ est obligatoire'), better: 'ce qu’il faut entrer' },
  ],
  en: [
    { words: word('programmes?'), better: 'program' },
    { words: word('(?:recogni|organi|authori|synchroni|customi)s(?:e[ds]?|ing|ations?)'), better: '-ize' },
    { words: word('e-mail(?:s|ed)?'), better: 'email' },
    { words: word('user names?'), better: 'username' },
    {
      words: word('center(?:s|ed)?|colors?|canceled|(?:un)?enroll(?:s|ments?)?'),
      better: 'centre, colour, cancelled, enrol',
    },
    { words: word('(?:some|every|any)body'), better: 'someone, everyone, anyone' },
    { words: word('nobody'), better: 'no one' },
    { words: word('from afar|anew|once more'), better: 'remotely, again' },
    { words: word('go(?:es)? on|take up'), better: 'continue, resume' },
    { words: word('under way'), better: 'in progress' },
    { words: word('demands?'), better: 'require' },
    {
      words: word('puts? right|stays? good|a day to come|the text of now'),
      better: 'correct, still works, a later date, current version',
    },
    { words: word('audit trail'), better: 'audit log' },
    { words: word('this field is required'), better: 'what to enter' },
    {
      words: new RegExp(`\\{(?:${times})\\}\\.`, 'u'),
      better: 'no full stop after a time: it may end in “p.m.”',
    },
  ],
};

/** Words of a text that its language does not use here. Tags are no words, nor are most parameters. */
export function findWordingFaults(language: 'fr' | 'en', text: string): string[] {
  const spoken = text
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('\u00A0', ' ')
    .replace(/\{\{?(\w+)\}\}?/g, (mark, name: string) => (namedParameter.test(name) ? mark : '{}'));
  return banned[language].flatMap(({ words, better }) => {
    const [found] = words.exec(spoken) ?? [];
    return found === undefined ? [] : [`“${found}”: write ${better}`];
  });
}
