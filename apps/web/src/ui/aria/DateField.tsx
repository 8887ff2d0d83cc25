import './pressRule.ts';
import { type CalendarDate, parseDate } from '@internationalized/date';
import clsx from 'clsx';
import { type FocusEvent, type ReactNode, useId } from 'react';
import {
  Button,
  DateInput,
  DatePicker,
  DateSegment,
  Group,
  I18nProvider,
  Label,
  Text,
} from 'react-aria-components';
import { AlertIcon } from '../icons.tsx';
import { CalendarIcon } from '../moreIcons.tsx';
import { DateCalendar } from './DateCalendar.tsx';

export interface DateFieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** `yyyy-mm-dd`, or the empty text. */
  value: string;
  onChange: (value: string) => void;
  /** The first day that can be chosen, `yyyy-mm-dd`. An earlier one can still be typed: the caller refuses it. */
  min?: string | undefined;
  /** Both show yyyy-mm-dd; it decides the words that are read aloud and the names of months. */
  locale: 'fr-CA' | 'en-CA';
  disabled?: boolean | undefined;
}

/** A day, typed part by part or picked in a calendar whose weeks begin on Monday. */
export function DateField(props: DateFieldProps) {
  const { label, hint, error, value, onChange, min, locale, disabled = false } = props;
  const id = useId();

  // The library keeps its last whole date while a part of it is empty; what is not whole must not count.
  function leave({ currentTarget, relatedTarget }: FocusEvent) {
    const hasGap = currentTarget.querySelector('[data-placeholder]') !== null;
    if (hasGap && value !== '' && !currentTarget.contains(relatedTarget)) onChange('');
  }

  return (
    <I18nProvider locale={locale}>
      <DatePicker
        value={toDate(value)}
        onChange={(date) => onChange(date ? date.toString() : '')}
        minValue={min ? toDate(min) : null}
        // The form says what is wrong, after a submit attempt; the browser's own check would speak earlier.
        validationBehavior="aria"
        isInvalid={Boolean(error)}
        isDisabled={disabled}
        shouldForceLeadingZeros
        granularity="day"
        className="flex flex-col gap-1.5"
        aria-describedby={clsx(hint && `${id}-hint`, error && `${id}-error`)}
      >
        <Label className="font-medium text-ink text-sm">{label}</Label>
        {hint && (
          <Text id={`${id}-hint`} className="text-muted text-sm">
            {hint}
          </Text>
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears the focus leave the parts inside */}
        <div onBlur={leave}>
          <Group className="group flex min-h-10 w-full max-w-56 items-center rounded-md border border-edge bg-surface pl-2 transition-colors hover:border-ink/60 data-focus-within:border-focus data-invalid:border-danger-ink data-focus-within:outline-1 data-focus-within:outline-focus">
            <DateInput className="flex flex-1 text-[1rem] tabular-nums sm:text-base">
              {(segment) => (
                <DateSegment
                  segment={segment}
                  className="rounded-sm px-0.5 text-ink outline-none data-placeholder:text-muted data-focused:bg-accent data-focused:text-white data-[type=literal]:text-muted"
                />
              )}
            </DateInput>
            <Button className="grid size-10 shrink-0 cursor-pointer place-items-center rounded-md text-muted hover:text-accent-ink">
              <CalendarIcon size={18} />
            </Button>
          </Group>
        </div>
        {error && (
          <Text
            slot="errorMessage"
            id={`${id}-error`}
            className="flex items-start gap-1.5 text-danger-ink text-sm"
          >
            <AlertIcon size={16} className="mt-0.5 shrink-0" />
            <span>{error}</span>
          </Text>
        )}
        <DateCalendar />
      </DatePicker>
    </I18nProvider>
  );
}

function toDate(text: string): CalendarDate | null {
  return text === '' ? null : parseDate(text);
}
