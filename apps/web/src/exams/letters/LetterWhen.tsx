import type { ReactNode } from 'react';
import { useFormats } from '../../core/i18n/formats.ts';
import { useLanguage, useT } from '../../core/i18n/useT.ts';
import { DateField } from '../../ui/aria/DateField.tsx';
import { Options } from '../../ui/fields/Options.tsx';
import { Segmented } from '../../ui/fields/Segmented.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { chooseDay } from './letterDay.ts';
import type { LetterDraft } from './letterDraft.ts';

export interface LetterWhenProps {
  letter: LetterDraft;
  examDate: string;
  /** Why the server refused the hour; null for no refusal. */
  error: ReactNode;
  onChange: (patch: Partial<LetterDraft>) => void;
}

/** Sends at once, or at an hour of a day, in the university's zone. */
export function LetterWhen({ letter, examDate, error, onChange }: LetterWhenProps) {
  const t = useT();
  const language = useLanguage();
  const { longDay, hour: hourInWords } = useFormats();
  const { isLater, hour } = letter;
  const { day, text, first, isValid } = chooseDay(letter, examDate);
  const hourOf = (one: number) => hourInWords(`${String(one).padStart(2, '0')}:00`);
  return (
    <Card title={t('Letter.When')}>
      <div className="flex flex-col gap-4">
        <Segmented
          legend={t('Letter.When')}
          value={isLater ? 'later' : 'now'}
          onChange={(when) => onChange({ isLater: when === 'later' })}
          options={(['now', 'later'] as const).map((value) => ({ value, label: t(`Letter.When.${value}`) }))}
        />
        {isLater && (
          <>
            <DateField
              label={t('Letter.Day')}
              name="day"
              placeholder={t('ExamSpace.Date.Format')}
              openLabel={t('ExamSpace.Date.Open')}
              locale={language === 'fr' ? 'fr-CA' : 'en-CA'}
              min={first}
              value={text}
              onChange={(typed) => onChange({ day: typed })}
              error={isValid ? null : t('Letter.Day.Invalid')}
            />
            <Select
              label={t('Reminder.Plan.Hour')}
              value={hour}
              onChange={({ target }) => onChange({ hour: Number(target.value) })}
              error={error}
            >
              <Options of={[...Array(24).keys()]} each={(one) => [one, hourOf(one)]} />
            </Select>
            {isValid && (
              <p className="text-muted text-sm">
                {t('Letter.When.Note', { day: longDay(day), hour: hourOf(hour) })}
              </p>
            )}
          </>
        )}
      </div>
    </Card>
  );
}
