import './pressRule.ts';
import { type CalendarDate, parseDate } from '@internationalized/date';
import { useState } from 'react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Dialog,
  DialogTrigger,
  Heading,
  I18nProvider,
  Popover,
} from 'react-aria-components';
import { Field, type FieldWords } from '../fields/Field.tsx';
import { CalendarIcon, ChevronLeftIcon, ChevronRightIcon } from '../icons/moreIcons.tsx';
import { popoverStyle } from './popoverStyle.ts';

export interface DateFieldProps extends FieldWords {
  name: string;
  /** Any text; the caller validates it. */
  value: string;
  onChange: (value: string) => void;
  /** The first selectable day of the calendar, `yyyy-mm-dd`. An earlier day can still be typed. */
  min?: string;
  /** The date format as a hint: « aaaa-mm-jj ». */
  placeholder: string;
  /** The label of the button, « Ouvrir le calendrier ». */
  openLabel: string;
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

const arrow =
  'grid size-9 cursor-pointer place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink data-disabled:opacity-40';
const day =
  'grid size-9 cursor-pointer place-items-center rounded-md text-sm tabular-nums outline-none hover:bg-sunken ' +
  'data-outside-month:hidden data-disabled:cursor-default data-disabled:text-edge data-disabled:hover:bg-transparent ' +
  'data-today:font-bold data-today:text-accent-ink data-selected:bg-accent data-selected:text-white data-selected:forced-chosen data-focus-visible:outline-2';

interface DateCalendarProps {
  day: CalendarDate | null;
  min: CalendarDate | null;
  onPick: (day: CalendarDate) => void;
}

function DateCalendar({ day: chosen, min, onPick }: DateCalendarProps) {
  return (
    <Popover placement="bottom end" className={popoverStyle}>
      <Dialog className="p-3 outline-none">
        <Calendar autoFocus firstDayOfWeek="mon" value={chosen} minValue={min} onChange={onPick}>
          <header className="flex items-center justify-between pb-2">
            <Button slot="previous" className={arrow}>
              <ChevronLeftIcon size={18} />
            </Button>
            <Heading className="font-medium text-ink first-letter:uppercase" />
            <Button slot="next" className={arrow}>
              <ChevronRightIcon size={18} />
            </Button>
          </header>
          <CalendarGrid weekdayStyle="short">
            <CalendarGridHeader>
              {(name) => (
                <CalendarHeaderCell className="pb-1 font-normal text-muted text-xs">
                  {name}
                </CalendarHeaderCell>
              )}
            </CalendarGridHeader>
            <CalendarGridBody>{(date) => <CalendarCell date={date} className={day} />}</CalendarGridBody>
          </CalendarGrid>
        </Calendar>
      </Dialog>
    </Popover>
  );
}
