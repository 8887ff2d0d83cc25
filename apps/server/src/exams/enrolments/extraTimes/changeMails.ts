import type { Language } from '@guichet/contract/core/language';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { WriteTx } from '../../../core/database/database.ts';
import { enqueueMails, openMailing, ownTimeMark } from '../../../mail/outbox/outbox.service.ts';
import { findTitle } from '../../../systems/content/content.service.ts';
import { findMailFrame } from '../../../systems/system/systems.service.ts';
import { examWords, getExam, isExamOver } from '../../facts/facts.service.ts';
import { selectMailed } from '../enrolments.service.ts';
import { selectTold } from './extraTimes.queries.ts';

/**
 * Tells each of these people whom a mail about the exam has reached that their time has changed, in a mail of
 * their own. The mail's text is computed when it leaves, so a second change before that adds no mail.
 */
export async function enqueueChangeMails(
  context: AppContext,
  tx: WriteTx,
  of: { readonly systemId: number; readonly examId: number },
  userIds: readonly number[],
): Promise<void> {
  const { systemId, examId } = of;
  const exam = await getExam(tx, systemId, examId);
  if (exam.isCancelled || isExamOver(context, exam)) return;
  const mailed = await selectMailed(tx, of, userIds);
  const prefix = `extraTimeChanged:${examId}:`;
  const told = await selectTold(tx, of, prefix);
  const people = mailed.filter(({ id }) => !told.has(id));
  const open = async (language: Language) =>
    people.some((person) => person.language === language)
      ? openMailing(context, tx, {
          systemId,
          purpose: 'extraTimeChanged',
          language,
          frame: await findMailFrame(tx, systemId, language),
          ...texts[language],
          attachmentId: null,
          variables: {
            systemTitle: await findTitle(tx, systemId, language),
            ...examWords(exam, language),
            linkSystemId: systemId,
          },
        })
      : 0;
  const mailings = { fr: await open('fr'), en: await open('en') };
  const change = context.clock.uuid();
  const mails = people.map(({ id: userId, firstName, lastName, email, language }) => ({
    mailingId: mailings[language],
    ...of,
    userId,
    key: `${prefix}${userId}:${change}`,
    variables: { firstName, lastName, email },
  }));
  await enqueueMails(tx, mails, context.clock.now());
}

/** The subject does not name extra time: screens show subjects before they are unlocked. */
const texts: Record<
  Language,
  { readonly subject: string; readonly preheader: string; readonly body: string }
> = {
  fr: {
    subject: 'Changement pour votre examen\u00a0: {{examTitle}}',
    preheader: '{{examDate}}',
    body: `<p>Bonjour {{firstName}} {{lastName}},</p>
<p>Le temps dont vous disposez à l’examen <strong>{{examTitle}}</strong>, prévu le {{examDate}}, a changé.</p>
<p><strong>${ownTimeMark}</strong></p>
<p>Heure\u00a0: {{examTime}}</p>
<p>Ce courriel ne concerne que vous. Le reste de ce que nous vous avons écrit au sujet de l’examen demeure valable.</p>
<p>{{systemTitle}}</p>`,
  },
  en: {
    subject: 'Change to your exam: {{examTitle}}',
    preheader: '{{examDate}}',
    body: `<p>Hello {{firstName}} {{lastName}},</p>
<p>The time that you have for the exam <strong>{{examTitle}}</strong>, scheduled for {{examDate}}, has changed.</p>
<p><strong>${ownTimeMark}</strong></p>
<p>Time: {{examTime}}</p>
<p>This email concerns you alone. Everything else that we wrote to you about the exam still holds.</p>
<p>{{systemTitle}}</p>`,
  },
};
