import type { BodyOf } from '@guichet/contract/core/endpoint';
import { fillParams } from '@guichet/contract/core/errors';
import type { Language } from '@guichet/contract/core/language';
import type { answerCorrection, CorrectionField } from '@guichet/contract/exams/candidate.corrections';
import { type AuditLine, lineIn } from '../../../core/audit/audit.service.ts';
import type { AppContext, WriteTx } from '../../../core/context/appContext.ts';
import { findSender, mailPeople, makeMailing } from '../../../mail/outbox/outbox.service.ts';
import { inParagraphs, type MailText, mailWords } from '../../../mail/texts/texts.service.ts';
import { hasReader } from '../../../systems/university/university.service.ts';
import type { FoundCorrection } from './corrections.queries.ts';

/** `done`: the lines of the audit log that say what was done for the request. */
interface Answer extends BodyOf<typeof answerCorrection> {
  readonly done: readonly AuditLine[];
}

/** Queues the mail that tells a person, in their language, the answer to their request for a correction. */
export async function queueAnswerMail(
  context: AppContext,
  tx: WriteTx,
  { id, systemId, userId, field, request, askedBy, ...person }: FoundCorrection,
  { outcome, note, done }: Answer,
): Promise<void> {
  const purpose = outcome === 'answered' ? 'correctionAnswered' : 'correctionDeclined';
  await mailPeople(context, tx, [{ ...person, id: userId }], {
    async text(language) {
      const from = await findSender(tx, systemId, language);
      const isRead = await hasReader(context, tx, from.frame);
      const text = answerText(language, field, outcome, {
        isOwn: askedBy === null,
        said: note ? outcome : done.length > 0 && 'done',
        isRead,
      });
      return makeMailing(from, { purpose, language }, text, {
        request,
        note: note || sayAllDone(language, done),
      });
    },
    key: () => `correction:${id}`,
  });
}

/** Subject, preheader, and body as HTML with placeholders; contains no user input. */
function answerText(
  language: Language,
  field: CorrectionField,
  outcome: Answer['outcome'],
  of: {
    readonly isOwn: boolean;
    readonly said: keyof (typeof mailWords)['fr']['correction']['said'] | false;
    readonly isRead: boolean;
  },
): MailText {
  const { isOwn, said: which, isRead } = of;
  const { greeting, correction } = mailWords[language];
  const { fields, subjects, preheader, leads, asked, written, said, link, ask, unread } = correction;
  const about = { field: fields[field] };
  return {
    subject: subjects[outcome],
    preheader: fillParams(preheader, about),
    body: inParagraphs([
      greeting,
      leads[outcome],
      isOwn ? `${fillParams(asked, about)}<br>{{request}}` : fillParams(written, about),
      ...(which ? [`${said[which]}<br>{{note}}`] : []),
      `<a href="{{examsUrl}}">${link}</a>`,
      isRead ? ask : `${ask} ${unread}`,
    ]),
  };
}

/** A line for each field that was changed: from what to what. */
export function sayAllDone(language: Language, done: readonly AuditLine[]): string {
  return [...new Set(done.flatMap((line) => sayDone(language, lineIn(language, line))))].join('\n');
}

function sayDone(language: Language, { action, detail = {} }: AuditLine): string[] {
  const { done, names } = mailWords[language].correction;
  if (action === 'candidates.moved')
    return [fillParams(done.exam, { from: String(detail.name), to: String(detail.exam) })];
  if (action === 'candidate.enrolled') return [fillParams(done.enrolled, { exam: String(detail.exam) })];
  if (action === 'user.factorsReset') return [done.secondFactor];
  if (action === 'user.passwordSet') return [done.password];
  const isAsked = action === 'user.newAddressAsked';
  return (Object.keys(names) as (keyof typeof names)[]).flatMap((name) => {
    const change = detail[name] as { from: string | null; to: string | null } | undefined;
    if (!change) return [];
    const inWords = (value: string | null) =>
      value && name === 'language' ? mailWords[language].languages[value as Language] : (value ?? done.none);
    const about = { name: names[name], from: inWords(change.from), to: inWords(change.to) };
    return [fillParams(isAsked ? done.newAddress : done.changed, about)];
  });
}
