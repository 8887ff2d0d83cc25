import './pressRule.ts';
import { type CalendarDate, parseDate } from '@internationalized/date';
import { useState } from 'react';
import { Button, DialogTrigger, I18nProvider } from 'react-aria-components';
import { Field, type FieldWords } from '../fields/Field.tsx';
import { CalendarIcon } from '../icons/moreIcons.tsx';
import { DateCalendar } from './DateCalendar.tsx';

export interface DateFieldProps extends FieldWords {
  name: string;
  /** Any text; the caller validates it. */
  value: string;
  onChange: (value: string) => void;
  /** The first day in the calendar, `yyyy-mm-dd`; without it, all. An earlier one can still be typed. */
  min?: string;
  /** The date format as a hint: « aaaa-mm-jj ». */
  placeholder: string;
  /** « Ouvrir le calendrier » */
  openLabel: string;
  /** The language of the calendar. */
  locale: 'fr-CA' | 'en-CA';
}

/** A day as `yyyy-mm-dd`, typed, pasted, or picked in a calendar whose weeks begin on Monday. */
export function DateField(props: DateFieldProps) {
  const { name, value, onChange, min, placeholder, openLabel, locale, ...words } = props;
  const [isOpen, setOpen] = useState(false);

  function pick(day: CalendarDate) {
    onChange(day.toString());
    setOpen(false);
  }

  return (
    <Field {...words}>
      {(ids) => (
        <div className="relative max-w-56">
          <input
            {...ids}
            type="text"
            name={name}
            value={value}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
            className="control pr-11 tabular-nums"
          />
          <I18nProvider locale={locale}>
            <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
              <Button
                aria-label={openLabel}
                className="absolute top-1/2 right-0 grid size-10 -translate-y-1/2 cursor-pointer place-items-center rounded-md text-muted hover:text-accent-ink"
              >
                <CalendarIcon size={18} />
              </Button>
              <DateCalendar
                day={findDay(value)}
                min={min === undefined ? null : parseDate(min)}
                onPick={pick}
              />
            </DialogTrigger>
          </I18nProvider>
        </div>
      )}
    </Field>
  );
}

function findDay(text: string): CalendarDate | null {
  try {
    return parseDate(text.trim());
  } catch {
    return null;
  }
}
