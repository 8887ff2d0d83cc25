import type { BodyOf } from '@guichet/contract/core/endpoint';
import type { Language } from '@guichet/contract/core/language';
import type { answerCorrection, CorrectionField } from '@guichet/contract/exams/candidate.corrections';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { WriteTx } from '../../../core/database/database.ts';
import { enqueueMail, openMailing } from '../../../mail/outbox/outbox.service.ts';
import { findTitle } from '../../../systems/content/content.service.ts';
import { findMailFrame } from '../../../systems/system/systems.service.ts';
import { hasReader } from '../../../systems/university/university.service.ts';
import type { FoundCorrection } from './corrections.queries.ts';

type Answer = BodyOf<typeof answerCorrection>;

/**
 * Queues the mail that tells a person, in their language, the answer to their request for a correction.
 */
export async function queueAnswerMail(
  context: AppContext,
  tx: WriteTx,
  { id, systemId, userId, firstName, lastName, email, language, field, request }: FoundCorrection,
  { outcome, note }: Answer,
): Promise<void> {
  const frame = await findMailFrame(tx, systemId, language);
  const isRead = await hasReader(context, tx, frame);
  const mailingId = await openMailing(context, tx, {
    systemId,
    purpose: outcome === 'answered' ? 'correctionAnswered' : 'correctionDeclined',
    language,
    frame,
    ...answerText(language, field, outcome, { hasNote: note !== '', isRead }),
    attachmentId: null,
    variables: {
      request,
      note,
      systemTitle: await findTitle(tx, systemId, language),
      linkSystemId: systemId,
    },
  });
  const variables = { firstName, lastName, email };
  const mail = { mailingId, systemId, key: `correction:${id}`, userId, variables };
  await enqueueMail(tx, mail, context.clock.now());
}

/** Subject, preheader, and body as HTML with placeholders; contains no user input. */
function answerText(
  language: Language,
  field: CorrectionField,
  outcome: Answer['outcome'],
  { hasNote, isRead }: { readonly hasNote: boolean; readonly isRead: boolean },
): { readonly subject: string; readonly preheader: string; readonly body: string } {
  const { greeting, fields, subjects, preheader, leads, asked, said, link, ask, contact } = texts[language];
  const body = [
    `${greeting} {{firstName}} {{lastName}},`,
    leads[outcome],
    `${asked(fields[field])}<br>{{request}}`,
    ...(hasNote ? [`${said[outcome]}<br>{{note}}`] : []),
    `<a href="{{examsUrl}}">${link}</a>`,
    isRead ? ask : contact,
  ];
  return {
    subject: subjects[outcome],
    preheader: preheader(fields[field]),
    body: body.map((paragraph) => `<p>${paragraph}</p>`).join('\n'),
  };
}

const texts = {
  fr: {
    greeting: 'Bonjour',
    subjects: {
      answered: 'Votre demande de correction a été traitée',
      declined: 'Votre demande de correction a été refusée',
    },
    preheader: (field: string) => `Au sujet de\u00a0: ${field}`,
    leads: {
      answered: 'Votre programme a traité votre demande de correction.',
      declined: 'Votre programme a refusé votre demande de correction.',
    },
    asked: (field: string) => `Vous demandiez (${field})\u00a0:`,
    fields: {
      name: 'nom ou prénom',
      email: 'adresse courriel',
      language: 'langue',
      studentNumber: 'numéro d’étudiant',
      exam: 'un de vos examens',
      other: 'autre chose',
    },
    said: { answered: 'Réponse de votre programme\u00a0:', declined: 'Motif\u00a0:' },
    link: 'Voir mes examens et mes renseignements',
    ask: 'Si vous avez des questions, répondez à ce courriel.',
    contact:
      'Si vous avez des questions, adressez-vous au secrétariat de votre programme. Les messages envoyés à cette adresse ne sont pas lus.',
  },
  en: {
    greeting: 'Hello',
    subjects: {
      answered: 'Your request for a correction has been dealt with',
      declined: 'Your request for a correction has been declined',
    },
    preheader: (field: string) => `About: ${field}`,
    leads: {
      answered: 'Your program has dealt with your request for a correction.',
      declined: 'Your program has declined your request for a correction.',
    },
    asked: (field: string) => `You asked for (${field}):`,
    fields: {
      name: 'first or last name',
      email: 'email address',
      language: 'language',
      studentNumber: 'student number',
      exam: 'one of your exams',
      other: 'something else',
    },
    said: { answered: 'Your program’s answer:', declined: 'Reason:' },
    link: 'See my exams and my details',
    ask: 'If you have questions, please reply to this email.',
    contact:
      'If you have questions, please contact your program’s office. Messages sent to this address are not read.',
  },
} satisfies Record<Language, unknown>;
