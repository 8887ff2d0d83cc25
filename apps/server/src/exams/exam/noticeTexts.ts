import type { Language } from '@guichet/contract/core/language';
import type { NoticeKind } from '@guichet/contract/exams/exams';

/** A fact of an exam: whether it is set, was set, and has changed. */
export interface Change {
  readonly what: 'Title' | 'Date' | 'Time' | 'Place' | 'Instructions';
  readonly isSet: boolean;
  readonly wasSet: boolean;
  readonly isNew: boolean;
}

/** Whether a notice has facts of the exam and a link. People who are not to take the exam need neither. */
export function leadsOn(kind: NoticeKind): boolean {
  return kind !== 'examCancelled' && kind !== 'examLeft';
}

/**
 * Subject, preheader and body of a notice, with placeholders; the body is HTML. The notice of a change gives
 * the changed facts, then the unchanged day, hours and place. `choosesPassword`: for people without a
 * password of their own. `hasNote`: the sender adds a paragraph of their own. `isRead`: somebody reads
 * answers to it.
 */
export function noticeText(
  kind: NoticeKind,
  language: Language,
  changes: readonly Change[],
  {
    choosesPassword,
    hasNote,
    isRead,
  }: { readonly choosesPassword: boolean; readonly hasNote: boolean; readonly isRead: boolean },
) {
  const {
    greeting,
    subjects,
    preheaders,
    leads,
    same,
    signIn,
    noPassword,
    choose,
    ask,
    questions,
    reply,
    contact,
    ...words
  } = texts[language];
  const isChange = kind === 'examChanged';
  const changed = changes.filter(({ isNew }) => isChange && isNew);
  const staying = changes.filter(
    ({ what, isNew, isSet }) => isSet && !(isChange && isNew) && what !== 'Title' && what !== 'Instructions',
  );
  const told = [...changed, ...staying];
  const linesOf = (some: readonly Change[]) => some.map((change) => lineOf(words, change, kind));
  const body = [`<p>${greeting} {{firstName}} {{lastName}},</p>`, `<p>${leads[kind]}</p>`];
  if (hasNote) body.push('<p>{{note}}</p>');
  body.push(...linesOf(changed));
  if (isChange && staying.length > 0) body.push(`<p>${same}${words.colon}</p>`);
  if (leadsOn(kind))
    body.push(
      ...linesOf(staying),
      ...(choosesPassword
        ? [`<p>${noPassword}</p>`, `<p><a href="{{setPasswordUrl}}">${choose}</a></p>`]
        : [`<p><a href="{{loginUrl}}">${signIn}</a></p>`]),
    );
  else {
    const when = kind === 'examLeft' ? ask : questions;
    body.push(`<p>${when} ${isRead ? reply : contact}</p>`, '<p>{{systemTitle}}</p>');
  }
  const facts = told.flatMap(({ what, isSet }) => (isSet ? [factOf(words, what)] : []));
  const preheader = isChange ? facts.join(' · ') : preheaders[kind];
  return { subject: subjects[kind], preheader, body: body.join('\n') };
}

type LineWords = Pick<
  (typeof texts)['fr'],
  'names' | 'colon' | 'open' | 'before' | 'unset' | 'none' | 'newInstructions'
>;

/** The words for a fact in a preheader, which is one short line. */
function factOf({ newInstructions }: LineWords, what: Change['what']): string {
  if (what === 'Instructions') return newInstructions;
  return what === 'Title' ? '{{formerTitle}} → {{examTitle}}' : `{{exam${what}}}`;
}

/** `Date: Tuesday… / Before: Monday…`; of instructions, which may be long, only the present text. */
function lineOf(words: LineWords, { what, isSet, wasSet, isNew }: Change, kind: NoticeKind): string {
  const { names, colon, open, before, unset, none } = words;
  if (what === 'Instructions')
    return `<p>${names[what]}${colon}${isSet ? '<br>{{examInstructions}}' : ` <strong>${none}</strong>`}</p>`;
  const now = `${names[what]}${colon} <strong>${isSet ? `{{exam${what}}}` : open}</strong>`;
  if (kind !== 'examChanged' || !isNew) return `<p>${now}</p>`;
  return `<p>${now}<br>${before}${colon} ${wasSet ? `{{former${what}}}` : unset}</p>`;
}

const texts = {
  fr: {
    greeting: 'Bonjour',
    colon: '\u00a0:',
    names: { Title: 'Titre', Date: 'Date', Time: 'Heure', Place: 'Lieu', Instructions: 'Consignes' },
    open: 'à préciser',
    before: 'Auparavant',
    unset: 'non précisé',
    none: 'aucune',
    newInstructions: 'Nouvelles consignes',
    subjects: {
      examChanged: 'Changement pour votre examen\u00a0: {{examTitle}}',
      examCancelled: 'Examen annulé\u00a0: {{examTitle}}',
      examReactivated: 'Examen rétabli\u00a0: {{examTitle}}',
      examLeft: 'Inscription retirée\u00a0: {{examTitle}}',
      examBack: 'Inscription rétablie\u00a0: {{examTitle}}',
    },
    preheaders: {
      examCancelled: 'Ne vous présentez pas le {{examDate}}.',
      examReactivated: 'Votre place est conservée\u00a0: {{examDate}}',
      examLeft: 'Ne vous présentez pas le {{examDate}}.',
      examBack: 'Votre place est conservée\u00a0: {{examDate}}',
    },
    leads: {
      examChanged: 'Voici ce qui change pour votre examen <strong>{{examTitle}}</strong>.',
      examCancelled:
        'L’examen <strong>{{examTitle}}</strong>, prévu le {{examDate}}, est annulé. Vous n’avez rien à faire\u00a0: ne vous présentez pas à cet examen.',
      examReactivated:
        'L’examen <strong>{{examTitle}}</strong>, qui avait été annulé, est rétabli. Votre place est conservée.',
      examLeft:
        'Votre inscription à l’examen <strong>{{examTitle}}</strong>, prévu le {{examDate}}, a été retirée\u00a0: ne vous présentez pas à cet examen.',
      examBack:
        'Votre inscription à l’examen <strong>{{examTitle}}</strong> est rétablie\u00a0: présentez-vous comme prévu, et ne tenez pas compte de notre courriel qui en annonçait le retrait.',
    },
    same: 'Ce qui demeure inchangé',
    signIn: 'Ouvrir une session',
    noPassword:
      'Vous n’avez pas encore choisi de mot de passe. Il vous en faut un pour accéder à votre examen.',
    choose: 'Choisir mon mot de passe',
    ask: 'Si vous pensez qu’il s’agit d’une erreur ou si vous avez des questions,',
    questions: 'Si vous avez des questions,',
    reply: 'répondez à ce courriel.',
    contact:
      'adressez-vous au secrétariat de votre programme. Les messages envoyés à cette adresse ne sont pas lus.',
  },
  en: {
    greeting: 'Hello',
    colon: ':',
    names: { Title: 'Title', Date: 'Date', Time: 'Time', Place: 'Location', Instructions: 'Instructions' },
    open: 'to be announced',
    before: 'Previously',
    unset: 'not announced',
    none: 'none',
    newInstructions: 'New instructions',
    subjects: {
      examChanged: 'Change to your exam: {{examTitle}}',
      examCancelled: 'Exam cancelled: {{examTitle}}',
      examReactivated: 'Exam reinstated: {{examTitle}}',
      examLeft: 'No longer registered: {{examTitle}}',
      examBack: 'Registered again: {{examTitle}}',
    },
    preheaders: {
      examCancelled: 'Please do not come on {{examDate}}.',
      examReactivated: 'Your place has been kept: {{examDate}}',
      examLeft: 'Please do not come on {{examDate}}.',
      examBack: 'Your place has been kept: {{examDate}}',
    },
    leads: {
      examChanged: 'Here is what changes for your exam, <strong>{{examTitle}}</strong>.',
      examCancelled:
        'The exam <strong>{{examTitle}}</strong>, scheduled for {{examDate}}, has been cancelled. You do not need to do anything, and please do not come to this exam.',
      examReactivated:
        'The exam <strong>{{examTitle}}</strong>, which had been cancelled, will take place after all. Your place has been kept.',
      examLeft:
        'You are no longer registered for the exam <strong>{{examTitle}}</strong>, scheduled for {{examDate}}: please do not come to this exam.',
      examBack:
        'You are registered again for the exam <strong>{{examTitle}}</strong>: please come as planned, and disregard our email that said otherwise.',
    },
    same: 'What stays the same',
    signIn: 'Sign in',
    noPassword: 'You have not chosen a password yet. You need one to open your exam.',
    choose: 'Choose my password',
    ask: 'If you think that this is a mistake, or if you have questions,',
    questions: 'If you have questions,',
    reply: 'please reply to this email.',
    contact: 'please contact your program’s office. Messages sent to this address are not read.',
  },
} satisfies Record<Language, unknown>;
