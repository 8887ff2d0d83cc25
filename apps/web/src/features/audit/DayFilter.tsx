import { type ReactNode, useState } from 'react';
import { dayParam } from '../../platform/address/params.ts';
import { useLanguage, useT } from '../../platform/i18n/useT.ts';
import { DateField } from '../../ui/aria/DateField.tsx';

export interface DayFilterProps {
  name: string;
  label: string;
  /** `yyyy-mm-dd`, or the empty text. */
  day: string;
  onChange: (day: string) => void;
  error?: ReactNode;
}

/** A day filter: applied once the day is complete; follows the address when that changes. */
export function DayFilter({ name, label, day, onChange, error }: DayFilterProps) {
  const t = useT();
  const language = useLanguage();
  const [draft, setDraft] = useState({ text: day, day });
  const text = draft.day === day ? draft.text : day;

  function type(typed: string) {
    const next = dayParam.read(typed.trim());
    setDraft({ text: typed, day: next });
    if (next !== day) onChange(next);
  }

  return (
    <DateField
      name={name}
      label={label}
      placeholder={t('ExamSpace.Date.Format')}
      openLabel={t('ExamSpace.Date.Open')}
      locale={language === 'fr' ? 'fr-CA' : 'en-CA'}
      value={text}
      onChange={type}
      error={error}
    />
  );
}
