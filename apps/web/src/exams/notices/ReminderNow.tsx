import { type Language, languages } from '@guichet/contract/core/language';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import {
  hoursBetweenReminders,
  sendReminder,
  type TimeLine,
} from '@guichet/contract/exams/notices.reminders';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../core/call/query.ts';
import { useT } from '../../core/i18n/useT.ts';
import { AskCall } from '../../core/parts/asking/AskCall.tsx';
import { isExamOver } from '../../core/parts/mails/isExamOver.ts';
import { NoPasswordLink } from '../../core/parts/mails/NoPasswordLink.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { MailIcon } from '../../ui/icons/publicIcons.tsx';
import type { SayLeaving } from './LetterEntry.tsx';
import { letterHref } from './mailsHref.ts';
import { PeopleToRemind } from './PeopleToRemind.tsx';
import { useReloadTimeLine } from './useReloadTimeLine.ts';

export interface ReminderNowProps {
  systemId: number;
  exam: Pick<ExamSummary, 'id' | 'title' | 'date'>;
  timeLine: TimeLine;
  configuration: string;
  /** The preview of the reminder for readers of the given languages. */
  mails: (readers: readonly Language[]) => ReactNode;
  sayLeaving: SayLeaving;
}

const link = 'inline-flex min-h-6 items-center text-accent-ink text-sm underline-offset-4 hover:underline';

/** The number of people by their language; of guests the system may know none. */
function countReaders(people: TimeLine['people']) {
  const of = (reader: Language) => people.filter(({ language }) => language === reader).length;
  return { fr: of('fr'), en: of('en') };
}

/** The people whom a reminder would reach now, and the button that sends the reminder after a question. */
export function ReminderNow(props: ReminderNowProps) {
  const { systemId, exam, timeLine, configuration, mails, sayLeaving } = props;
  const t = useT();
  /** Drawn when the question opens, so that a retry is idempotent; null while closed. */
  const [requestId, setRequestId] = useState<string | null>(null);
  const { people, tooSoon, mailUnderWay } = timeLine;
  const count = people.length;
  const readers = languages.filter((one) => people.some(({ language }) => language === one));
  const isOver = isExamOver({ date: exam.date, endTime: timeLine.endTime, lastDay: timeLine.endDate });

  return (
    <section className="flex flex-col gap-3">
      <p className="font-medium text-ink">{t('Reminder.Reach', { count })}</p>
      {count > 0 && <PeopleToRemind people={people} />}
      {tooSoon > 0 && (
        <p className="text-muted text-sm">
          {t(count > 0 ? 'Reminder.TooSoon.Others' : 'Reminder.TooSoon', {
            count: tooSoon,
            hours: hoursBetweenReminders,
          })}
        </p>
      )}
      {mailUnderWay > 0 && (
        <p className="text-muted text-sm">
          {t(count + tooSoon > 0 ? 'Reminder.MailUnderWay.Others' : 'Reminder.MailUnderWay', {
            count: mailUnderWay,
          })}
        </p>
      )}
      {!isOver && (
        <NoPasswordLink kind="reminder" languages={timeLine.lacksLink} configuration={configuration} />
      )}
      {isOver && <p className="text-muted text-sm">{t('Reminder.Over')}</p>}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button
          icon={MailIcon}
          disabled={count === 0 || isOver}
          onClick={() => setRequestId(crypto.randomUUID())}
        >
          {t('Reminder.Send', { count })}
        </Button>
        <a href={`${configuration}?tab=email&text=reminder`} className={link}>
          {t('Reminder.EditText')}
        </a>
        <a href={letterHref(systemId, exam.id)} className={link}>
          {t('Reminder.ToAll')}
        </a>
      </div>
      <AskCall
        call={useCall(sendReminder, { onSettled: useReloadTimeLine() })}
        open={requestId !== null}
        title={t('Reminder.Send.Title')}
        messages={[
          <div key="question" className="flex flex-col gap-3">
            <p>{t('Reminder.Send.Question', { count, title: exam.title, hours: hoursBetweenReminders })}</p>
            {readers.length > 1 && <p>{t('Reminder.Send.Languages', countReaders(people))}</p>}
            {mails(readers)}
          </div>,
        ]}
        confirmLabel={t('Reminder.Send.Yes', { count })}
        cancelLabel={t('Dialog.Cancel')}
        busyLabel={t('Reminder.Send.Busy')}
        tone="primary"
        input={{ params: { systemId, examId: exam.id }, body: { requestId: requestId ?? '' } }}
        done={(sent) => ({ tone: 'success', text: sayLeaving(sent, t('Reminder.Sent', { count: sent })) })}
        onClose={() => setRequestId(null)}
      />
    </section>
  );
}
