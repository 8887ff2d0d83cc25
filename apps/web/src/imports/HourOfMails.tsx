import { today, useT } from '../core/i18n/formats.ts';
import { DayField } from '../core/parts/forms/DayField.tsx';
import { HourField } from '../core/parts/forms/HourField.tsx';
import { Segmented } from '../ui/fields/Segmented.tsx';
import type { ImportDraft } from './draft.ts';

export interface HourOfMailsProps {
  value: ImportDraft['mailsAt'];
  disabled: boolean;
  onChange: (value: ImportDraft['mailsAt']) => void;
}

/** Chooses whether an import's mails leave at once, or on a day at an hour of the university's time zone. */
export function HourOfMails({ value, disabled, onChange }: HourOfMailsProps) {
  const t = useT();
  const day = today(new Date());
  return (
    <div className="flex flex-col gap-3">
      <Segmented
        legend={t('Import.MailsAt')}
        legendHidden={false}
        value={value ? 'later' : 'now'}
        onChange={(when) => !disabled && onChange(when === 'now' ? null : { day, time: '' })}
        options={(['now', 'later'] as const).map((name) => ({
          value: name,
          label: t(`Import.MailsAt.${name}`),
        }))}
      />
      {value && (
        <div className="flex flex-wrap gap-4">
          <DayField
            name="mailsDay"
            label={t('Import.MailsAt.Day')}
            value={value.day}
            min={day}
            onChange={(next) => onChange({ ...value, day: next })}
          />
          <HourField
            name="mailsTime"
            label={t('Import.MailsAt.Time')}
            hint={t('Import.MailsAt.Hint')}
            value={value.time}
            tellsAtOnce
            onChange={(time) => onChange({ ...value, time })}
          />
        </div>
      )}
    </div>
  );
}
