import type { Proof } from '@guichet/contract/factors';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useFailureText } from '../../platform/forms/useFailureText.ts';
import { useFieldFaults } from '../../platform/forms/useFieldFaults.tsx';
import { useT } from '../../platform/i18n/useT.ts';
import { useSession } from '../../platform/session/sessionStore.ts';
import { DialogActions } from '../../ui/aria/Dialog.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { PasswordField } from '../../ui/fields/PasswordField.tsx';
import { useFirstInvalidFocus } from '../../ui/fields/useFirstInvalidFocus.ts';
import { Notice } from '../../ui/states/Notice.tsx';
import { provePasskey } from './factors.api.ts';

export interface ProofFormProps {
  submitLabel: string;
  tone?: 'primary' | 'danger';
  busy: boolean;
  failure: unknown;
  /** The proof was refused. */
  isWrong: boolean;
  /** Whether a passkey is accepted instead of the password. */
  hasPasskey: boolean;
  onProof: (proof: Proof) => void;
  onCancel: () => void;
  /** Explanation and further fields. */
  children?: ReactNode;
}

/** Asks for the password or a passkey before a change of second factors. */
export function ProofForm(props: ProofFormProps) {
  const { submitLabel, tone = 'primary', busy, failure, isWrong, hasPasskey, onProof, onCancel } = props;
  const t = useT();
  const failureText = useFailureText();
  const faultsAt = useFieldFaults(failure);
  const userName = useSession((session) => session.username);
  const [isAsking, setAsking] = useState(false);
  const [askFailure, setAskFailure] = useState<unknown>(null);
  const form = useFirstInvalidFocus(isWrong || failure);
  const untold = askFailure ?? (faultsAt('proof') || faultsAt('proof.password') ? null : failure);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onProof({ password: String(new FormData(event.currentTarget).get('password')) });
  }

  async function prove() {
    setAsking(true);
    setAskFailure(null);
    try {
      const proof = await provePasskey();
      if (proof) onProof(proof);
    } catch (problem) {
      setAskFailure(problem);
    }
    setAsking(false);
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {props.children}
      {untold !== null && (
        <Notice tone="danger" role="alert">
          {failureText(untold)}
        </Notice>
      )}
      {/* For password managers, which look for the user name beside the password. */}
      <input hidden readOnly name="username" autoComplete="username" value={userName ?? ''} />
      <PasswordField
        label={t('Factors.Proof.Password')}
        hint={t('Factors.Proof.Why')}
        name="password"
        autoComplete="current-password"
        showLabel={t('Password.Show')}
        hideLabel={t('Password.Hide')}
        capsLockLabel={t('Password.CapsLock')}
        error={isWrong ? t('Factors.Proof.Wrong') : (faultsAt('proof.password') ?? faultsAt('proof'))}
      />
      <DialogActions>
        <Button onClick={onCancel} disabled={busy}>
          {t('Dialog.Cancel')}
        </Button>
        {hasPasskey && 'PublicKeyCredential' in window && (
          <Button onClick={prove} busy={isAsking} disabled={busy}>
            {t('Factors.Proof.Passkey')}
          </Button>
        )}
        <Button type="submit" variant={tone} busy={busy} busyLabel={t('Factors.Busy')} disabled={isAsking}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  );
}
