import { useState } from 'react';
import { hourBeside, minutesBetween, readHour } from '../../../core/days/readHour.ts';
import { useTexts } from '../../../core/i18n/formats.ts';
import { DayField } from '../../../core/parts/forms/DayField.tsx';
import { ExamField, type ExamFieldsProps, fieldPair } from './ExamField.tsx';

interface Hours {
  readonly start: string;
  readonly end: string;
}

/** The hours of an exam. A start at or after the end moves the end, so that the exam keeps its length. */
export function ExamHours({ texts, onChange, faultsAt }: ExamFieldsProps) {
  const { t, hour } = useTexts();
  // The hours before the start was edited: a half-typed start may mean another hour, or none.
  const [before, setBefore] = useState<Hours | null>(null);
  const field = { texts, faultsAt };
  const isMoved = before !== null && texts.endTime !== before.end;

  function changeStart({ startTime }: { startTime: string }) {
    const hours = before ?? { start: texts.startTime, end: texts.endTime };
    setBefore(hours);
    // An end on a later day follows any start.
    onChange({ startTime, endTime: texts.endDate ? texts.endTime : endFor(startTime, hours) });
  }

  return (
    <div className={fieldPair}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only hears that the field inside was left */}
      <div onBlur={() => setBefore(null)}>
        <ExamField name="startTime" {...field} onChange={changeStart} />
        <span role="status" className="sr-only">
          {isMoved && t('Exam.EndMoved', { hour: hour(texts.endTime) })}
        </span>
      </div>
      <ExamField name="endTime" {...field} onChange={onChange} />
      <DayField
        label={t('Exam.Field.endDate')}
        hint={t('Exam.Field.endDate.Hint')}
        name="endDate"
        value={texts.endDate}
        onChange={(endDate) => onChange({ endDate })}
        error={faultsAt('endDate')}
      />
    </div>
  );
}

/** The end for a new start: unchanged while later, else moved by as much, unless that passes midnight. */
function endFor(text: string, { start, end }: Hours): string {
  const [time, oldStart, oldEnd] = [readHour(text), readHour(start), readHour(end)];
  if (time === null || oldStart === null || oldEnd === null || time < oldEnd) return end;
  const moved = hourBeside(oldEnd, minutesBetween(oldStart, time));
  return moved > time && oldEnd > oldStart ? moved : end;
}
