import type { ReactNode } from 'react';
import { daysIn, type ReadDay, readDay } from '../../../core/days/readDay.ts';
import { today, useFormats } from '../../../core/i18n/formats.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { DateField } from '../../../ui/aria/DateField.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';

export interface ExamDateFieldProps {
  value: string;
  onChange: (day: string) => void;
  /** Absent until a refused submit (S5.1). */
  error: ReactNode;
}

/** S5.17: a day as `yyyy-mm-dd`; for any other form, one button per possible day. */
export function ExamDateField({ value, onChange, error }: ExamDateFieldProps) {
  const t = useT();
  const language = useLanguage();
  const { longDay } = useFormats();
  const { meant, missing } = readDay(value);
  const missingText = useMissingDayText();
  const first = today(new Date());
  const ahead = meant.filter((day) => day >= first);
  const offered = error && !meant.includes(value.trim()) ? (ahead.length > 0 ? ahead : meant) : [];
  return (
    <div className="flex flex-col gap-2">
      <DateField
        label={t('ExamSpace.Date')}
        name="examDate"
        placeholder={t('ExamSpace.Date.Format')}
        openLabel={t('ExamSpace.Date.Open')}
        locale={language === 'fr' ? 'fr-CA' : 'en-CA'}
        min={first}
        value={value}
        onChange={onChange}
        error={error && missing ? missingText(missing) : error}
      />
      {offered.length > 0 && (
        <div role="status" className="flex flex-col gap-2">
          {offered.length > 1 && <p className="text-ink text-sm">{t('ExamSpace.Date.Which')}</p>}
          {offered.map((day) => (
            <span key={day} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
              <Button size="sm" onClick={() => onChange(day)}>
                {t('ExamSpace.Date.Use', { day })}
              </Button>
              {longDay(day)}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

type Missing = NonNullable<ReadDay['missing']>;

/** The text about a missing day: « Le 30 février 2027 n’existe pas: ce mois a 28 jours. » */
function useMissingDayText(): (missing: Missing) => string {
  const t = useT();
  const { monthOf } = useFormats();
  return ({ year, month, day }) =>
    t('ExamSpace.Date.Missing', {
      day,
      month: monthOf(month),
      year: String(year),
      last: daysIn(year, month),
    });
}
