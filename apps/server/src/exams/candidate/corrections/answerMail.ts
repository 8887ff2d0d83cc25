import type { BodyOf } from '@guichet/contract/core/endpoint';
import { fillParams } from '@guichet/contract/core/errors';
import type { Language } from '@guichet/contract/core/language';
import type { answerCorrection, CorrectionField } from '@guichet/contract/exams/candidate.corrections';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { WriteTx } from '../../../core/database/database.ts';
import { findSender, mailPeople, makeMailing } from '../../../mail/outbox/outbox.service.ts';
import { inParagraphs, type MailText, mailWords } from '../../../mail/texts/texts.service.ts';
import { hasReader } from '../../../systems/university/university.service.ts';
import type { FoundCorrection } from './corrections.queries.ts';

type Answer = BodyOf<typeof answerCorrection>;

/** Queues the mail that tells a person, in their language, the answer to their request for a correction. */
export async function queueAnswerMail(
  context: AppContext,
  tx: WriteTx,
  { id, systemId, userId, field, request, askedBy, ...person }: FoundCorrection,
  { outcome, note }: Answer,
): Promise<void> {
  const purpose = outcome === 'answered' ? 'correctionAnswered' : 'correctionDeclined';
  await mailPeople(context, tx, [{ ...person, id: userId }], {
    async text(language) {
      const from = await findSender(tx, systemId, language);
      const isRead = await hasReader(context, tx, from.frame);
      const text = answerText(language, field, outcome, {
        isOwn: askedBy === null,
        hasNote: note !== '',
        isRead,
      });
      return makeMailing(from, { purpose, language }, text, { request, note });
    },
    key: () => `correction:${id}`,
  });
}

/** Subject, preheader, and body as HTML with placeholders; contains no user input. */
function answerText(
  language: Language,
  field: CorrectionField,
  outcome: Answer['outcome'],
  {
    isOwn,
    hasNote,
    isRead,
  }: { readonly isOwn: boolean; readonly hasNote: boolean; readonly isRead: boolean },
): MailText {
  const { greeting, correction } = mailWords[language];
  const { fields, subjects, preheader, leads, asked, written, said, link, ask, contact } = correction;
  const about = { field: fields[field] };
  return {
    subject: subjects[outcome],
    preheader: fillParams(preheader, about),
    body: inParagraphs([
      greeting,
      leads[outcome],
      isOwn ? `${fillParams(asked, about)}<br>{{request}}` : fillParams(written, about),
      ...(hasNote ? [`${said[outcome]}<br>{{note}}`] : []),
      `<a href="{{examsUrl}}">${link}</a>`,
      isRead ? ask : contact,
    ]),
  };
}
