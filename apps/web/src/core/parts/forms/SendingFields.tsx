import type { ReactNode } from 'react';
import { Options, Select } from '../../../ui/fields/Select.tsx';
import { useTexts } from '../../i18n/formats.ts';
import { DayField } from './DayField.tsx';
import { chooseDay, type SendingTime, toClock } from './sendingDay.ts';

export interface SendingFieldsProps {
  time: SendingTime;
  examDate: string;
  /** Why the server refused the hour; null for no refusal. */
  error: ReactNode;
  onChange: (patch: Partial<SendingTime>) => void;
}

/** The day and the hour at which a letter is to leave, in the university's zone. */
export function SendingFields({ time, examDate, error, onChange }: SendingFieldsProps) {
  const { t, longDay, hour: hourInWords } = useTexts();
  const { day, text, first, isValid } = chooseDay(time, examDate);
  const hourOf = (one: number) => hourInWords(toClock(one));
  return (
    <>
      <DayField
        label={t('Letter.Day')}
        name="day"
        min={first}
        value={text}
        onChange={(typed) => onChange({ day: typed })}
        error={isValid ? null : t('Letter.Day.Invalid')}
      />
      <Select
        label={t('Reminder.Plan.Hour')}
        value={time.hour}
        onChange={({ target }) => onChange({ hour: Number(target.value) })}
        error={error}
      >
        <Options of={[...Array(24).keys()]} each={(one) => [one, hourOf(one)]} />
      </Select>
      {isValid && (
        <p className="text-muted text-sm">
          {t('Letter.When.Note', { day: longDay(day), hour: hourOf(time.hour) })}
        </p>
      )}
    </>
  );
}
