import type { Proof } from '@guichet/contract/identity/factors';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { DialogActions } from '../../../ui/aria/Dialog.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { useFirstInvalidFocus } from '../../../ui/fields/useFirstInvalidFocus.ts';
import { Alert } from '../../../ui/states/Notice.tsx';
import { useFailureText, useFieldFaults } from '../../forms/formFaults.tsx';
import { provePasskey } from '../../forms/proof.ts';
import { useT } from '../../i18n/useT.ts';
import { useSession } from '../../session/sessionStore.ts';
import { focusFirstField, useBusyDialog } from '../dialogs/ClosableDialog.tsx';
import { CurrentPasswordField } from '../passwords/CurrentPasswordField.tsx';

export interface ProofFormProps {
  submitLabel: string;
  tone?: 'primary' | 'danger';
  /** The mutation that `onProof` starts; its reply says whether the proof was refused. */
  call: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly data: { readonly outcome: string } | undefined;
  };
  /** Whether a passkey is accepted instead of the password. */
  hasPasskey: boolean;
  onProof: (proof: Proof) => void;
  onCancel: () => void;
  /** Explanation and further fields. */
  children?: ReactNode;
}

/** Asks for the password or a passkey before a change that an open session alone must not make. Focuses the first field. */
export function ProofForm(props: ProofFormProps) {
  const { submitLabel, tone = 'primary', hasPasskey, onProof, onCancel } = props;
  const { isPending: busy, error: failure, data } = props.call;
  const isWrong = data?.outcome === 'wrongProof';
  useBusyDialog(busy);
  const t = useT();
  const failureText = useFailureText();
  const userName = useSession((session) => session.username);
  const [password, setPassword] = useState('');
  const [sent, setSent] = useState('');
  const faultsAt = useFieldFaults(failure, { sent: { proof: sent }, now: { proof: password } });
  const [isAsking, setAsking] = useState(false);
  const [askFailure, setAskFailure] = useState<unknown>(null);
  const form = useFirstInvalidFocus(isWrong || failure);
  useEffect(() => focusFirstField(form.current), [form]);
  const unshown = askFailure ?? (faultsAt('proof') || faultsAt('proof.password') ? null : failure);

  function submit(event: FormEvent) {
    event.preventDefault();
    setSent(password);
    onProof({ password });
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
      {unshown !== null && <Alert>{failureText(unshown)}</Alert>}
      <CurrentPasswordField
        label={t('Factors.Proof.Password')}
        hint={t('Factors.Proof.Why')}
        userName={userName}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        error={
          isWrong && password === sent
            ? t(hasPasskey ? 'Factors.Proof.WrongEither' : 'Factors.Proof.Wrong')
            : (faultsAt('proof.password') ?? faultsAt('proof'))
        }
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
