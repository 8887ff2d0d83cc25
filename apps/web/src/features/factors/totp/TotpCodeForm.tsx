import type { FormEvent } from 'react';
import { useFailureText } from '../../../platform/forms/useFailureText.ts';
import { isToldAtFields, useFieldFaults } from '../../../platform/forms/useFieldFaults.tsx';
import { useT } from '../../../platform/i18n/useT.ts';
import { DialogActions } from '../../../ui/aria/Dialog.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useFirstInvalidFocus } from '../../../ui/fields/useFirstInvalidFocus.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { QrCode } from './QrCode.tsx';

export interface TotpCodeFormProps {
  secret: string;
  /** The content of the QR code. */
  address: string;
  busy: boolean;
  failure: unknown;
  isWrong: boolean;
  onCode: (code: string) => void;
  onCancel: () => void;
}

/** The secret as QR code and as text, and the field for the first code. */
export function TotpCodeForm(props: TotpCodeFormProps) {
  const { secret, address, busy, failure, isWrong, onCode, onCancel } = props;
  const t = useT();
  const failureText = useFailureText();
  const faultsAt = useFieldFaults(failure);
  const form = useFirstInvalidFocus(isWrong || failure);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onCode(String(new FormData(event.currentTarget).get('code')));
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div className="flex flex-col gap-4 sm:flex-row sm:gap-6">
        <div className="shrink-0">
          <QrCode text={address} label={t('Factors.Totp.Qr')} />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <p>{t('Factors.Totp.Scan')}</p>
          <p className="text-muted text-sm">{t('Factors.Totp.Type')}</p>
          <code
            translate="no"
            className="wrap-anywhere select-all rounded-sm bg-sunken px-2 py-1 font-mono text-ink text-sm"
          >
            {inGroups(secret)}
          </code>
        </div>
      </div>
      {failure !== null && !isToldAtFields(failure) && (
        <Notice tone="danger" role="alert">
          {failureText(failure)}
        </Notice>
      )}
      <TextField
        label={t('SecondFactor.Code.totp')}
        hint={t('Factors.Totp.CodeHint')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        error={isWrong ? t('Factors.Totp.Wrong') : faultsAt('code')}
      />
      <DialogActions>
        <Button onClick={onCancel} disabled={busy}>
          {t('Dialog.Cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={busy} busyLabel={t('Factors.Busy')}>
          {t('Factors.Totp.Confirm')}
        </Button>
      </DialogActions>
    </form>
  );
}

function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}
