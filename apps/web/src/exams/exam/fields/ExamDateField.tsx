import { type ReactNode, useState } from 'react';
import { daysIn, type ReadDay, readDay } from '../../../core/days/readDay.ts';
import { today, useTexts } from '../../../core/i18n/formats.ts';
import { DayField } from '../../../core/parts/forms/DayField.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';

export interface ExamDateFieldProps {
  value: string;
  onChange: (day: string) => void;
  /** Absent until a refused submit (S5.1). */
  error: ReactNode;
}

/**
 * S5.17: a day as `yyyy-mm-dd`. A day in words becomes one as the field is left; for digits in another order, each day
 * that they can mean has a button at once.
 */
export function ExamDateField({ value, onChange, error }: ExamDateFieldProps) {
  const { t, longDay, fullDay } = useTexts();
  const first = today(new Date());
  const { meant, missing, isOffWeekday } = readDay(value, first);
  const missingText = useMissingDayText();
  const [hasLeft, setHasLeft] = useState(false);
  const ahead = meant.filter((day) => day >= first);
  const isUnderstood = meant.includes(value.trim());
  // Words are taken as the field is left; only then is one of two days asked for.
  const waits = isInWords(value) && !isOffWeekday && !(hasLeft && meant.length > 1);
  const offered = isUnderstood || (!error && waits) ? [] : error && ahead.length === 0 ? meant : ahead;

  const isUnread = meant.length === 0 && !missing && value.trim() !== '';

  function understand() {
    setHasLeft(true);
    const [day, ...others] = meant;
    if (day !== undefined && others.length === 0 && isInWords(value) && !isOffWeekday) onChange(day);
  }

  function change(day: string) {
    setHasLeft(false);
    onChange(day);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears that the field inside was left, or sent
    <div
      className="flex flex-col gap-2"
      onBlur={understand}
      onKeyDown={({ key }) => key === 'Enter' && understand()}
    >
      <DayField
        label={t('ExamSpace.Date')}
        name="examDate"
        min={first}
        value={value}
        onChange={change}
        error={error && (missing ? missingText(missing) : isUnread ? t('ExamSpace.Date.Forms') : error)}
      />
      {hasLeft && !error && (isUnread || missing) && (
        // S5.1: errors wait for a submit; a day that is not understood is said at once.
        <p role="status" className="text-ink text-sm">
          {missing ? missingText(missing) : t('ExamSpace.Date.Forms')}
        </p>
      )}
      {offered.length > 0 && (
        <div role="status" className="flex flex-col gap-2">
          <p className="text-ink text-sm">
            {t(
              offered.length > 1
                ? 'ExamSpace.Date.Which'
                : isOffWeekday
                  ? 'ExamSpace.Date.Weekday'
                  : 'ExamSpace.Date.Read',
            )}
          </p>
          {offered.map((day) => (
            <span key={day} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
              <SmallButton onClick={() => change(day)}>{t('ExamSpace.Date.Use', { day })}</SmallButton>
              {isInWords(value) ? fullDay(day) : longDay(day)}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

/** Whether a month in words says which of the numbers is the day. */
const isInWords = (text: string) => /\p{L}{3}/u.test(text);

type Missing = NonNullable<ReadDay['missing']>;

/** The text about a missing day: « Le 30 février 2027 n’existe pas: ce mois a 28 jours. » */
function useMissingDayText(): (missing: Missing) => string {
  const { t, monthOf } = useTexts();
  return ({ year, month, day }) =>
    t('ExamSpace.Date.Missing', {
      day,
      month: monthOf(month),
      year: String(year),
      last: daysIn(year, month),
    });
}
