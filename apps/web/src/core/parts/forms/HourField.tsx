import { type KeyboardEvent, useState } from 'react';
import { Field, type FieldWords } from '../../../ui/fields/Field.tsx';
import { hourBeside, isHalfTyped, readHour } from '../../days/readHour.ts';
import { useTexts } from '../../i18n/formats.ts';

export interface HourFieldProps extends FieldWords {
  name: string;
  /** `hh:mm`, '' for no hour, or a typed text that is no hour; the caller validates the value. */
  value: string;
  onChange: (value: string) => void;
  /** Set where no submit follows: the field reports an invalid hour as soon as it is left. */
  tellsAtOnce?: boolean;
}

/** The minutes by which each key changes the hour. */
const steps: Readonly<Record<string, number>> = { ArrowUp: 15, ArrowDown: -15, PageUp: 60, PageDown: -60 };
const firstHour = '09:00';

/** An hour of the day, typed in any usual form or by arrow keys, shown in the form of the page's language. */
export function HourField({ name, value, onChange, tellsAtOnce = false, ...words }: HourFieldProps) {
  const { t, hour } = useTexts();
  // The text being typed; null once the field is left.
  const [typed, setTyped] = useState<string | null>(null);
  // Announces a value that a key has changed, which screen readers do not read by themselves.
  const [told, tell] = useState('');
  const time = readHour(value);
  const shown = typed ?? (time === null ? value : hour(time));
  const isUnreadable = tellsAtOnce && typed === null && value !== '' && time === null;

  function change(text: string) {
    setTyped(text);
    onChange((isHalfTyped(text) ? null : readHour(text)) ?? text.trim());
  }

  function settle() {
    if (typed === null) return;
    setTyped(null);
    onChange(readHour(typed) ?? typed.trim());
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter') settle();
    const minutes = steps[event.key];
    if (minutes === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = time === null ? firstHour : hourBeside(time, minutes);
    setTyped(null);
    tell(hour(next));
    onChange(next);
  }

  return (
    <Field {...words} error={words.error || (isUnreadable && t('Validation.time'))}>
      {(ids) => (
        <>
          <input
            {...ids}
            type="text"
            name={name}
            value={shown}
            placeholder={t('HourField.Format')}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => change(event.target.value)}
            onKeyDown={handleKey}
            onBlur={settle}
            className="control tabular-nums"
          />
          <span role="status" className="sr-only">
            {told}
          </span>
        </>
      )}
    </Field>
  );
}
