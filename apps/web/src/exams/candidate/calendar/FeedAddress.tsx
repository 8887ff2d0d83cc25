import { useRef } from 'react';
import { useFormats, useT } from '../../../core/i18n/formats.ts';
import { useCopy } from '../../../core/parts/forms/useCopy.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { CalendarIcon, CopyIcon } from '../../../ui/icons/moreIcons.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';

export interface FeedAddressProps {
  address: string;
  since: Date;
  onRenew: () => void;
  onRevoke: () => void;
}

/** The secret address of the calendar feed, with buttons to open, copy, renew and revoke. */
export function FeedAddress({ address, since, onRenew, onRevoke }: FeedAddressProps) {
  const t = useT();
  const { longDateTime } = useFormats();
  const field = useRef<HTMLInputElement>(null);
  const copyShown = useCopy(field);

  async function copy() {
    if (await copyShown(address)) showToast({ tone: 'success', text: t('MyCalendar.Copied') });
  }

  return (
    <div className="flex flex-col gap-4">
      <TextField
        ref={field}
        label={t('MyCalendar.Address')}
        hint={t('MyCalendar.Secret', { since: longDateTime(since) })}
        value={address}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={address.replace(/^https?:/, 'webcal:')} icon={CalendarIcon}>
          {t('MyCalendar.Subscribe')}
        </ButtonLink>
        {/* Absent on a page without HTTPS; the text of the field can still be copied by hand. */}
        {navigator.clipboard && (
          <Button icon={CopyIcon} onClick={() => void copy()}>
            {t('MyCalendar.Copy')}
          </Button>
        )}
        <Button variant="quiet" onClick={onRenew}>
          {t('MyCalendar.Renew')}
        </Button>
        <Button variant="quiet" onClick={onRevoke}>
          {t('MyCalendar.Revoke')}
        </Button>
      </div>
    </div>
  );
}
