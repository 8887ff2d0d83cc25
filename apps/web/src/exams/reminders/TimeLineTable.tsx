import {
  hoursBetweenReminders,
  type PlannedMails,
  type Reminder,
  stopReminder,
  type TimeLine,
} from '@guichet/contract/exams/reminders';
import { useCall } from '../../core/call/useCall.ts';
import { useTellFailure } from '../../core/forms/useTellFailure.ts';
import { useFormats } from '../../core/i18n/formats.ts';
import { useT } from '../../core/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import type { Tone } from '../../ui/states/Notice.tsx';
import { StateMark } from '../../ui/states/StateMark.tsx';
import { Cell, HeaderCell, Row, Table } from '../../ui/tables/Table.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { PlannedMailsActions } from './PlannedMailsActions.tsx';
import { useReloadTimeLine } from './useReloadTimeLine.ts';

const tones: Readonly<Record<Reminder['state'], Tone>> = {
  planned: 'info',
  sent: 'success',
  unsent: 'danger',
  stopped: 'neutral',
};

export interface TimeLineTableProps {
  systemId: number;
  examId: number;
  timeLine: TimeLine;
}

/** The sent and planned mails about an exam, by moment; planned mails can be stopped. */
export function TimeLineTable({ systemId, examId, timeLine }: TimeLineTableProps) {
  const t = useT();
  const { columnDateTime, longDateTime } = useFormats();
  const words = { what: t('TimeLine.What'), state: t('Mail.State') };
  const { reminders, plannedMails } = timeLine;
  const entries = [
    ...reminders.map((reminder) => ({ at: reminder.at, key: reminder.id, reminder, mails: null })),
    ...plannedMails.map((mails) => ({ at: mails.at, key: mails.at.toISOString(), reminder: null, mails })),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
  return (
    <section className="flex flex-col gap-3 border-line border-t pt-5">
      <h3 className="font-medium text-ink">{t('TimeLine.Title')}</h3>
      {entries.length === 0 ? (
        <p className="text-muted text-sm">{t('TimeLine.None')}</p>
      ) : (
        <div className="-mx-5 [--color-surface:var(--color-raised)] sm:-mx-7">
          <Table
            caption={t('TimeLine.Title')}
            dense
            head={
              <>
                <HeaderCell>{t('TimeLine.When')}</HeaderCell>
                <HeaderCell>{words.what}</HeaderCell>
                <HeaderCell>{words.state}</HeaderCell>
                <HeaderCell>
                  <span className="sr-only">{t('List.Actions')}</span>
                </HeaderCell>
              </>
            }
          >
            {entries.map(({ at, key, reminder, mails }) => (
              <Row key={key}>
                <Cell lead>
                  <span className="whitespace-nowrap">{columnDateTime(at)}</span>
                </Cell>
                <Cell label={words.what}>
                  {reminder ? <ReminderWords reminder={reminder} /> : t('TimeLine.Mails')}
                </Cell>
                <Cell label={words.state}>
                  {reminder && <ReminderState reminder={reminder} candidates={timeLine.people.length} />}
                  {reminder?.state === 'planned' && <WhyNoOne reminder={reminder} timeLine={timeLine} />}
                  {mails && <PlannedMailsState mails={mails} />}
                </Cell>
                <Cell align="end">
                  {reminder?.state === 'planned' && (
                    <StopReminder
                      systemId={systemId}
                      examId={examId}
                      reminder={reminder}
                      when={longDateTime(at)}
                    />
                  )}
                  {mails && (
                    <PlannedMailsActions
                      systemId={systemId}
                      examId={examId}
                      mails={mails}
                      when={longDateTime(at)}
                    />
                  )}
                </Cell>
              </Row>
            ))}
          </Table>
        </div>
      )}
    </section>
  );
}

function ReminderWords({ reminder }: { reminder: Reminder }) {
  const t = useT();
  const { daysBefore, madeBy } = reminder;
  if (daysBefore === null) return t('TimeLine.ByHand', { name: madeBy });
  const days =
    daysBefore === 0 ? t('Reminder.Plan.SameDay') : t('Reminder.DaysBefore', { count: daysBefore });
  return t('TimeLine.Planned', { days, name: madeBy });
}

function ReminderState({ reminder, candidates }: { reminder: Reminder; candidates: number }) {
  const t = useT();
  const { state, mails, unsentBecause } = reminder;
  return (
    <StateMark tone={tones[state]}>
      {state === 'planned' && t('TimeLine.WouldReach', { count: candidates })}
      {state === 'sent' && t('TimeLine.Reached', { count: mails ?? 0 })}
      {state === 'stopped' && t('TimeLine.Stopped')}
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

function PlannedMailsState({ mails }: { mails: PlannedMails }) {
  const t = useT();
  return <StateMark tone="info">{t('TimeLine.MailsPlanned', { count: mails.mails })}</StateMark>;
}

interface StopReminderProps extends Omit<TimeLineTableProps, 'timeLine'> {
  reminder: Reminder;
  when: string;
}

function StopReminder({ systemId, examId, reminder, when }: StopReminderProps) {
  const t = useT();
  const tellFailure = useTellFailure();
  const stop = useCall(stopReminder, { onSettled: useReloadTimeLine() });

  function act() {
    stop.mutate(
      { params: { systemId, examId, reminderId: reminder.id } },
      {
        onSuccess: () => showToast({ tone: 'success', text: t('Reminder.Stop.Done') }),
        onError: tellFailure,
      },
    );
  }

  return (
    <Button
      size="sm"
      busy={stop.isPending}
      busyLabel={t('Reminder.Stop.Busy')}
      aria-label={t('Reminder.Stop.Of', { when })}
      onClick={act}
    >
      {t('Reminder.Stop')}
    </Button>
  );
}
