import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { mostDaysBefore, planReminder } from '@guichet/contract/exams/notices.reminders';
import { type FormEvent, useState } from 'react';
import { useCall } from '../../core/call/query.ts';
import { FailureNotice, isToldAtFields, useValidationText } from '../../core/forms/formFaults.tsx';
import { timeOfDay, today, useTexts } from '../../core/i18n/formats.ts';
import { toClock } from '../../core/parts/forms/sendingDay.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Options, Select } from '../../ui/fields/Select.tsx';
import { ClockIcon } from '../../ui/icons/moreIcons.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { useReloadTimeLine } from './useReloadTimeLine.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;
const usualHour = 9;
const numbersBelow = (count: number) => [...Array(count).keys()];

export interface PlanReminderProps {
  systemId: number;
  exam: Pick<ExamSummary, 'id' | 'title' | 'date'>;
  /** When the exam ends, `hh:mm`, or ''. */
  endTime: string;
}

/** Plans a reminder at an hour to come, a number of days before the exam; absent once the exam leaves no hour. */
export function PlanReminder({ systemId, exam, endTime }: PlanReminderProps) {
  const { t, longDay, hour: hourInWords } = useTexts();
  const hourOf = (hour: number) => hourInWords(toClock(hour));
  const validationText = useValidationText();
  const plan = useCall(planReminder, { onSettled: useReloadTimeLine() });
  const examDay = Date.parse(`${exam.date}T00:00:00Z`);
  const now = new Date();
  const daysLeft = Math.round((examDay - Date.parse(`${today(now)}T00:00:00Z`)) / dayMilliseconds);
  const [days, setDays] = useState(Math.min(7, Math.max(daysLeft - 1, 0)));
  const [chosenHour, setHour] = useState<number | null>(null);
  const isAfter = (one: number) => days === 0 && endTime !== '' && toClock(one) >= endTime;
  const hours = numbersBelow(24).filter((one) => days < daysLeft || toClock(one) > timeOfDay(now));
  const possible = hours.filter((one) => !isAfter(one));
  const proposed = possible.find((one) => one >= usualHour) ?? possible.at(-1) ?? usualHour;
  const hour = chosenHour !== null && hours.includes(chosenHour) ? chosenHour : proposed;
  const day = new Date(examDay - days * dayMilliseconds).toISOString().slice(0, 10);
  const faults = isToldAtFields(plan.error) ? plan.error.errors : [];
  const isAfterExam = isAfter(hour);
  const told = isAfterExam ? 'hourAfterExam' : faults[0]?.messageKey;
  if (daysLeft < 0 || (daysLeft === 0 && possible.length === 0)) return null;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isAfterExam) return;
    const onSuccess = () => showToast({ tone: 'success', text: t('Reminder.Planned') });
    plan.mutate({ params: { systemId, examId: exam.id }, body: { daysBefore: days, hour } }, { onSuccess });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3 border-line border-t pt-5">
      <h3 className="font-medium text-ink">{t('Reminder.Plan.Title')}</h3>
      <div className="flex flex-wrap items-end gap-4">
        <Select
          label={t('Reminder.Plan.Days')}
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
        >
          <Options
            of={numbersBelow(Math.min(daysLeft, mostDaysBefore) + 1)}
            each={(count) => [
              count,
              t(count === 0 ? 'Reminder.Plan.SameDay' : 'Reminder.DaysBefore', { count }),
            ]}
          />
        </Select>
        <Select
          label={t('Reminder.Plan.Hour')}
          value={hour}
          onChange={(event) => setHour(Number(event.target.value))}
          error={told && validationText(told)}
        >
          <Options of={hours} each={(one) => [one, hourOf(one)]} />
        </Select>
        <Button type="submit" icon={ClockIcon} busy={plan.isPending} busyLabel={t('Reminder.Plan.Busy')}>
          {t('Reminder.Plan')}
        </Button>
      </div>
      {!isAfterExam && (
        <p className="text-muted text-sm">
          {t('Reminder.Plan.Note', { day: longDay(day), hour: hourOf(hour) })}
        </p>
      )}
      {faults.length === 0 && <FailureNotice failure={plan.error} />}
    </form>
  );
}
