import { type Language, languages } from '@guichet/contract/core/language';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import {
  getTimeLine,
  hoursBetweenReminders,
  type PersonToRemind,
  sendReminder,
  type TimeLine,
} from '@guichet/contract/exams/notices.reminders';
import { type ReactNode, useState } from 'react';
import { pollWhile, query, useCall } from '../../core/call/query.ts';
import { useT } from '../../core/i18n/useT.ts';
import { PagedRows } from '../../core/lists/PagedRows.tsx';
import { AskCall } from '../../core/parts/asking/Question.tsx';
import { LoadedDialog } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { isExamOver } from '../../core/parts/mails/isExamOver.ts';
import { NoPasswordLink } from '../../core/parts/mails/NoPasswordLink.tsx';
import { useLastGiven } from '../../core/timing/useLastGiven.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { MailIcon } from '../../ui/icons/publicIcons.tsx';
import type { SayLeaving } from './LetterEntry.tsx';
import { letterHref } from './mailsHref.ts';
import { PlanReminder } from './PlanReminder.tsx';
import { TimeLineTable } from './TimeLineTable.tsx';
import { useReloadTimeLine } from './useReloadTimeLine.ts';

export interface RemindersDialogProps {
  systemId: number;
  exam: Pick<ExamSummary, 'id' | 'title' | 'date'> | null;
  /** The page that edits the reminder's text; '' when that page itself shows. */
  configuration: string;
  /** Warns of what the reminder lacks for readers of the given languages. */
  missingFacts: (examId: number, readers: readonly Language[]) => ReactNode;
  /** The preview of the reminder for readers of the given languages, as it would be sent now. */
  mails: (examId: number, readers: readonly Language[]) => ReactNode;
  sayLeaving: SayLeaving;
  onClose: () => void;
}

/** The sent and planned mails about an exam, the people whom a reminder would reach, and a form for one. */
export function RemindersDialog(props: RemindersDialogProps) {
  const { systemId, exam, missingFacts, sayLeaving } = props;
  const t = useT();
  const shown = useLastGiven(exam);
  const { id = 0, title = '' } = shown ?? {};
  return (
    <LoadedDialog
      open={exam !== null}
      onClose={props.onClose}
      title={t('Reminder.Title', { title })}
      size="lg"
      query={{
        ...query(getTimeLine, { params: { systemId, examId: id } }),
        refetchInterval: pollWhile(({ reminders }) => reminders.some(({ leaving }) => leaving > 0)),
      }}
    >
      {(found) =>
        shown && (
          <div className="flex flex-col gap-7">
            <ReminderNow
              systemId={systemId}
              exam={shown}
              timeLine={found}
              configuration={props.configuration}
              sayLeaving={sayLeaving}
              mails={(readers) => props.mails(id, readers)}
            />
            {!isExamOver({ date: shown.date, endTime: found.endTime, lastDay: found.endDate }) &&
              missingFacts(id, languages)}
            <PlanReminder systemId={systemId} exam={shown} endTime={found.endDate ? '' : found.endTime} />
            <TimeLineTable
              systemId={systemId}
              examId={id}
              examDate={shown.date}
              timeLine={found}
              sayLeaving={sayLeaving}
            />
          </div>
        )
      }
    </LoadedDialog>
  );
}

interface ReminderNowProps {
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
function ReminderNow(props: ReminderNowProps) {
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
        confirmLabel={t('Reminder.Send.Yes', { count })}
        cancelLabel={t('Dialog.Cancel')}
        busyLabel={t('Reminder.Send.Busy')}
        tone="primary"
        input={{ params: { systemId, examId: exam.id }, body: { requestId: requestId ?? '' } }}
        done={(sent) => ({ tone: 'success', text: sayLeaving(sent, t('Reminder.Sent', { count: sent })) })}
        onClose={() => setRequestId(null)}
      >
        <p>{t('Reminder.Send.Question', { count, title: exam.title, hours: hoursBetweenReminders })}</p>
        {readers.length > 1 && <p>{t('Reminder.Send.Languages', countReaders(people))}</p>}
        {mails(readers)}
      </AskCall>
    </section>
  );
}

const sizes = [5, 10, 50] as const;

/** Everybody whom a reminder would reach, sorted by name, with the reason. */
function PeopleToRemind({ people }: { people: readonly PersonToRemind[] }) {
  const t = useT();
  return (
    <div className="-mx-5 [--color-surface:var(--color-raised)] sm:-mx-7">
      <PagedRows
        caption={t('Reminder.People')}
        rows={people}
        keyOf={({ id }) => id}
        columns={[
          { heading: t('User.name'), lead: true, cell: ({ fullName }) => fullName },
          { heading: t('User.email'), wraps: true, cell: ({ email }) => email },
          {
            heading: t('Import.Field.language'),
            cell: ({ language }) => (language ? t(`Language.${language}`) : '–'),
          },
          { heading: t('Reminder.Cause'), cell: ({ cause }) => (cause ? t(`Reminder.Cause.${cause}`) : '–') },
        ]}
        sizes={sizes}
        label={t('Reminder.People.Pages')}
        inset="px-5 py-3 sm:px-7"
        isBare
      />
    </div>
  );
}
