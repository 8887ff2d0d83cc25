import { expect, test } from 'vitest';
import { inParagraphs, mailText } from '../texts/texts.service.ts';
import { inPresentWords, isInitialInvitation } from './initialText.ts';

/** The invitation of the version before. */
const former = [
  'Bonjour {{firstName}} {{lastName}},',
  'Votre inscription est confirmée\u00a0: <strong>{{examTitle}}</strong>, <strong>le {{examDate}}</strong>.',
  'Heure\u00a0: <strong>{{examTime}}</strong><br />Lieu\u00a0: <strong>{{examPlace}}</strong>',
  '{{examInstructions}}',
  'Il vous reste une seule chose à faire maintenant\u00a0: choisir votre mot de passe. Cela prend une minute.<br /><a href="{{setPasswordUrl}}">Choisir mon mot de passe</a>',
  'Votre nom d’utilisateur est l’adresse à laquelle vous recevez ce courriel\u00a0: {{email}}.',
  'Le jour de l’examen, ouvrez une session à l’adresse ci-dessous. Le portail vous mènera directement à votre examen. Ouvrez-en une dès aujourd’hui, à titre d’essai\u00a0: vous verrez la page de votre examen, qui s’ouvrira ce jour-là.',
  '<a href="{{loginUrl}}">{{loginUrl}}</a>',
  'Mot de passe oublié, ou lien qui ne fonctionne plus? Demandez un nouveau lien sur la page d’ouverture de session avec «\u00a0Mot de passe oublié?\u00a0». Si votre nom ou la date est inexact, demandez une correction sur le portail, à la page «\u00a0Mes examens\u00a0».',
  'Bonne préparation et bon examen!',
  '{{systemTitle}}',
];

test('an invitation that nobody has changed is known as the portal’s own, also the one of the version before', () => {
  for (const language of ['fr', 'en'] as const)
    expect(isInitialInvitation(mailText('invitation', language).body, language)).toBe(true);
  expect(isInitialInvitation(inParagraphs(former), 'fr')).toBe(true);
  expect(isInitialInvitation(inParagraphs([...former, 'À bientôt!']), 'fr')).toBe(false);
});

test('a stored invitation of an earlier version has the present words, one that somebody has changed its own', () => {
  const subject = 'Convocation\u00a0: {{examTitle}}';
  const stored = { kind: 'invitation', language: 'fr', subject, body: inParagraphs(former) } as const;
  expect(inPresentWords(stored)).toEqual({ ...stored, ...mailText('invitation', 'fr') });
  for (const own of [{ subject: 'Votre examen' }, { body: inParagraphs([...former, 'À bientôt!']) }]) {
    const changed = { ...stored, ...own };
    expect(inPresentWords(changed)).toEqual(changed);
  }
  const reminder = { ...stored, kind: 'reminder' } as const;
  expect(inPresentWords(reminder)).toEqual(reminder);
});
