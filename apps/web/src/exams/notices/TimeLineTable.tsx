import {
  hoursBetweenReminders,
  type Reminder,
  stopReminderOrLetter,
  type TimeLine,
} from '@guichet/contract/exams/notices.reminders';
import { useState } from 'react';
import { useCall } from '../../core/call/query.ts';
import { useT, useTexts } from '../../core/i18n/formats.ts';
import { DataTable } from '../../core/lists/DataTable.tsx';
import { AskCall } from '../../core/parts/asking/Question.tsx';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import type { Tone } from '../../ui/states/Notice.tsx';
import { StateMark } from '../../ui/states/StateMark.tsx';
import { LetterActions, type LetterActionsProps, LetterWords, useSubject } from './LetterEntry.tsx';
import { mailsHref } from './mailsHref.ts';
import { PlannedMailsActions } from './PlannedMailsActions.tsx';
import { useReloadTimeLine } from './useReloadTimeLine.ts';

const tones: Readonly<Record<Exclude<Reminder['state'], 'stopped'>, Tone>> = {
  planned: 'info',
  sent: 'success',
  unsent: 'danger',
};

export interface TimeLineTableProps
  extends Pick<LetterActionsProps, 'systemId' | 'examId' | 'examDate' | 'sayLeaving'> {
  timeLine: TimeLine;
}

/** The sent and planned mails about an exam, by moment; planned mails can be stopped. */
export function TimeLineTable({ systemId, examId, examDate, timeLine, sayLeaving }: TimeLineTableProps) {
  const { t, columnDateTime, longDateTime } = useTexts();
  const { reminders, plannedMails } = timeLine;
  const entries = [
    ...reminders.map((reminder) => ({ at: reminder.at, key: reminder.id, reminder, mails: null }) as const),
    ...plannedMails.map(
      (mails) => ({ at: mails.at, key: mails.at.toISOString(), reminder: null, mails }) as const,
    ),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
  return (
    <section className="flex flex-col gap-3 border-line border-t pt-5">
      <h3 className="font-medium text-ink">{t('TimeLine.Title')}</h3>
      {entries.length === 0 ? (
        <p className="text-muted text-sm">{t('TimeLine.None')}</p>
      ) : (
        <div className="-mx-5 [--color-surface:var(--color-raised)] sm:-mx-7">
          <DataTable
            caption={t('TimeLine.Title')}
            dense
            rows={entries}
            keyOf={({ key }) => key}
            columns={[
              {
                heading: t('TimeLine.When'),
                lead: true,
                cell: ({ at }) => <span className="whitespace-nowrap">{columnDateTime(at)}</span>,
              },
              {
                heading: t('TimeLine.What'),
                cell: ({ reminder }) =>
                  reminder ? <ReminderWords reminder={reminder} /> : t('TimeLine.Mails'),
              },
              {
                heading: t('Mail.State'),
                cell: ({ reminder, mails }) => (
                  <>
                    {reminder && (
                      <ReminderState
                        reminder={reminder}
                        candidates={timeLine.people.length}
                        failuresHref={`${mailsHref(systemId, examId)}&only=unresolved`}
                      />
                    )}
                    {reminder?.state === 'planned' && !reminder.letter && (
                      <WhyNoOne reminder={reminder} timeLine={timeLine} />
                    )}
                    {mails && (
                      <StateMark tone="info">{t('TimeLine.MailsPlanned', { count: mails.mails })}</StateMark>
                    )}
                  </>
                ),
              },
            ]}
            actions={({ at, reminder, mails }) => {
              const of = { systemId, examId, when: longDateTime(at) };
              if (mails) return <PlannedMailsActions {...of} mails={mails} />;
              const { letter, leaving, state } = reminder;
              const isLeaving = letter !== null && state === 'sent' && leaving > 0;
              const stop = (state === 'planned' || isLeaving) && <StopReminder {...of} reminder={reminder} />;
              return letter ? (
                <LetterActions
                  {...of}
                  examDate={examDate}
                  reminderId={reminder.id}
                  letter={letter}
                  state={state}
                  sayLeaving={sayLeaving}
                >
                  {stop}
                </LetterActions>
              ) : (
                stop
              );
            }}
          />
        </div>
      )}
    </section>
  );
}

function ReminderWords({ reminder }: { reminder: Reminder }) {
  const t = useT();
  const { daysBefore, madeBy, letter } = reminder;
  if (letter) return <LetterWords letter={letter} name={madeBy} />;
  if (daysBefore === null) return t('TimeLine.ByHand', { name: madeBy });
  const days =
    daysBefore === 0 ? t('Reminder.Plan.SameDay') : t('Reminder.DaysBefore', { count: daysBefore });
  return t('TimeLine.Planned', { days, name: madeBy });
}

interface ReminderStateProps {
  reminder: Reminder;
  candidates: number;
  /** The address of the mails of the exam that failed. */
  failuresHref: string;
}

function ReminderState({ reminder, candidates, failuresHref }: ReminderStateProps) {
  const t = useT();
  const { state, mails, unsentBecause, letter, leaving, failed, filed } = reminder;
  const count = Math.max(0, (mails ?? 0) - failed - filed - leaving);
  const reached = t('TimeLine.Reached', { count });
  if (state === 'stopped')
    return (
      <span className="text-muted">
        {mails
          ? t('TimeLine.StoppedAfter', { count: mails })
          : t(letter ? 'TimeLine.LetterStopped' : 'TimeLine.Stopped')}
        {leaving > 0 && `; ${t('TimeLine.MayLeave', { count: leaving })}`}
      </span>
    );
  if (state === 'sent' && leaving > 0 && count + failed + filed === 0)
    return <StateMark tone="info">{t('TimeLine.Leaving', { count: leaving })}</StateMark>;
  const isWarning = state === 'sent' && failed + filed > 0;
  return (
    <StateMark tone={isWarning ? 'warning' : leaving > 0 ? 'info' : tones[state]}>
      {state === 'planned' &&
        (letter ? t('TimeLine.LetterPlanned') : t('TimeLine.WouldReach', { count: candidates }))}
      {state === 'sent' && (count > 0 || filed === 0) && reached}
      {state === 'sent' && filed > 0 && `${count > 0 ? ', ' : ''}${t('TimeLine.Filed', { count: filed })}`}
      {state === 'sent' && failed > 0 && (
        <>
          {', '}
          <a href={failuresHref} className="underline underline-offset-4">
            {t('TimeLine.Failed', { count: failed })}
          </a>
        </>
      )}
      {state === 'sent' && leaving > 0 && `; ${t('TimeLine.Leaving', { count: leaving })}`}
      {state === 'unsent' && t(`TimeLine.Unsent.${unsentBecause ?? 'failed'}`)}
    </StateMark>
  );
}

/** Says why a planned reminder would reach nobody now, and whom it will reach at its hour. */
function WhyNoOne({ reminder, timeLine }: { reminder: Reminder; timeLine: TimeLine }) {
  const t = useT();
  const { people, tooSoon, mailUnderWay } = timeLine;
  if (people.length > 0) return null;
  const hours = hoursBetweenReminders;
  // People who were reminded before now can be reminded again by then.
  const isFar = reminder.at.getTime() - Date.now() >= hours * 60 * 60 * 1000;
  const reasons = [
    tooSoon > 0 && t('TimeLine.TooSoon', { count: tooSoon, hours }),
    mailUnderWay > 0 && t('TimeLine.MailUnderWay', { count: mailUnderWay }),
  ].filter(Boolean);
  const words =
    reasons.length > 0 ? [...reasons, isFar && t('TimeLine.AtItsHour')] : [t('TimeLine.NoOneLeft')];
  return <p className="text-muted text-sm">{words.filter(Boolean).join(' ')}</p>;
}

interface StopReminderProps extends Pick<TimeLineTableProps, 'systemId' | 'examId'> {
  reminder: Reminder;
  when: string;
}

/** Stops a reminder or a letter, after a question. */
function StopReminder({ systemId, examId, reminder, when }: StopReminderProps) {
  const t = useT();
  const { id: reminderId, letter, leaving } = reminder;
  const stop = useCall(stopReminderOrLetter, { onSettled: useReloadTimeLine() });
  const input = { params: { systemId, examId, reminderId } };
  const [isAsking, setAsking] = useState(false);
  const subject = useSubject(letter ?? { subjectFr: '', subjectEn: '' });

  return (
    <>
      <SmallButton
        aria-label={t(letter ? 'Letter.Stop.Of' : 'Reminder.Stop.Of', { when })}
        onClick={() => setAsking(true)}
      >
        {t(letter ? 'Letter.Stop' : 'Reminder.Stop')}
      </SmallButton>
      <AskCall
        call={stop}
        open={isAsking}
        title={t(letter ? 'Letter.Stop.Title' : 'Reminder.Stop.Title')}
        messages={[
          letter && leaving > 0
            ? t('Letter.Stop.Leaving', { subject, count: leaving })
            : t(letter ? 'Letter.Stop.Planned' : 'Reminder.Stop.Planned', { subject, when }),
        ]}
        busyLabel={t('Reminder.Stop.Busy')}
        input={input}
        done={t(letter ? 'Letter.Stop.Done' : 'Reminder.Stop.Done')}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
