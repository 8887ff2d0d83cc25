import { confirmTotp, startTotp } from '@guichet/contract/identity/factors';
import { useMemo, useRef, useState } from 'react';
import { encode } from 'uqr';
import { type Calling, useCall } from '../../../core/call/query.ts';
import { useFieldFaults } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { DialogForm } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { useCopy } from '../../../core/parts/forms/useCopy.ts';
import { ProofForm } from '../../../core/parts/proof/ProofForm.tsx';
import { SmallButton, SmallLink } from '../../../ui/buttons/SmallButton.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { CopyIcon } from '../../../ui/icons/moreIcons.tsx';
import { Disclosure } from '../../../ui/layout/Disclosure.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { FactorDialog } from '../recoveryCodes/RecoveryCodesSheet.tsx';

export interface AddTotpDialogProps {
  /** Whether an app is linked already; the first code of the new app disables the linked one. */
  replaces: boolean;
  hasPasskey: boolean;
  onClose: () => void;
}

/** Links an authenticator app: proof, QR code with first code, then recovery codes if none existed. */
export function AddTotpDialog({ replaces, hasPasskey, onClose }: AddTotpDialogProps) {
  const t = useT();
  const start = useCall(startTotp);
  const confirm = useCall(confirmTotp);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const started = start.data?.outcome === 'started' ? start.data : null;

  function send(code: string) {
    confirm.mutate(
      { body: { code } },
      {
        onSuccess: (reply) => {
          if (reply.outcome !== 'added') return;
          showToast({ tone: 'success', text: t('Factors.Totp.Done') });
          if (reply.recoveryCodes) setCodes(reply.recoveryCodes);
          else onClose();
        },
      },
    );
  }

  return (
    <FactorDialog
      title={t(replaces ? 'Factors.Totp.Replace' : 'Factors.Totp.Add')}
      codes={codes}
      busy={start.isPending || confirm.isPending}
      onClose={onClose}
    >
      {started ? (
        <TotpCodeForm {...started} confirm={confirm} onCode={send} onCancel={onClose} />
      ) : (
        <ProofForm
          submitLabel={t('Factors.Next')}
          call={start}
          hasPasskey={hasPasskey}
          onProof={(proof) => start.mutate({ body: { proof } })}
          onCancel={onClose}
        >
          <p>{t(replaces ? 'Factors.Totp.ReplaceLead' : 'Factors.Totp.AddLead')}</p>
        </ProofForm>
      )}
    </FactorDialog>
  );
}

interface TotpCodeFormProps {
  secret: string;
  /** The content of the QR code. */
  address: string;
  confirm: Calling<typeof confirmTotp>;
  onCode: (code: string) => void;
  onCancel: () => void;
}

/** The key is used before there is a code, so that its words take the focus, and not the field. */
const focus = (element: HTMLElement | null) => element?.focus();

/** Shows the secret as QR code and as text, and asks for the first code. */
function TotpCodeForm({ secret, address, confirm, onCode, onCancel }: TotpCodeFormProps) {
  const t = useT();
  const [code, setCode] = useState('');
  const sent = confirm.variables?.body;
  const isWrong = confirm.data?.outcome === 'wrongCode';
  // A telephone cannot scan its own screen.
  const isTouch = matchMedia('(pointer: coarse)').matches;
  const qrCode = <QrCode text={address} label={t('Factors.Totp.Qr')} />;
  const shown = useRef<HTMLElement>(null);
  const copyShown = useCopy(shown);
  const faultsAt = useFieldFaults(confirm.error, { sent, now: { code } });

  async function copy() {
    if (await copyShown(secret)) showToast({ tone: 'success', text: t('Factors.Totp.Copied') });
  }

  return (
    <DialogForm
      submitLabel={t('Factors.Totp.Confirm')}
      busyLabel={t('Factors.Busy')}
      call={confirm}
      failure={isWrong || confirm.error}
      isTold={isWrong}
      onSubmit={() => onCode(code)}
      onCancel={onCancel}
    >
      <div className="flex flex-col gap-4 sm:flex-row sm:gap-6">
        {!isTouch && <div className="shrink-0">{qrCode}</div>}
        <div className="flex min-w-0 flex-col gap-3">
          <p ref={focus} tabIndex={-1} className="outline-none">
            {t(isTouch ? 'Factors.Totp.Here' : 'Factors.Totp.Scan')}
          </p>
          {!isTouch && <p className="text-muted text-sm">{t('Factors.Totp.Type')}</p>}
          <code
            ref={shown}
            translate="no"
            className="wrap-anywhere select-all rounded-sm bg-sunken px-2 py-1 font-mono text-ink text-sm"
          >
            {inGroups(secret)}
          </code>
          <div className="flex flex-wrap gap-2">
            <SmallLink href={address}>{t('Factors.Totp.Open')}</SmallLink>
            {/* Absent on a page without HTTPS; the shown key can still be copied by hand. */}
            {navigator.clipboard && (
              <SmallButton icon={CopyIcon} onClick={() => void copy()}>
                {t('Factors.Totp.Copy')}
              </SmallButton>
            )}
          </div>
          {isTouch && (
            <Disclosure summary={t('Factors.Totp.Elsewhere')}>
              <p className="pb-2">{t('Factors.Totp.Scan')}</p>
              {qrCode}
            </Disclosure>
          )}
        </div>
      </div>
      <TextField
        label={t('SecondFactor.Code.totp')}
        hint={t('Factors.Totp.CodeHint')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={({ target }) => setCode(target.value)}
        error={isWrong && code === sent?.code ? t('Factors.Totp.Wrong') : faultsAt('code')}
      />
    </DialogForm>
  );
}

function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}

/** A QR code, dark on light in either theme, since some apps cannot read inverted codes. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => draw(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="h-auto w-48 max-w-full rounded-md border border-line"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}

function draw(text: string): { size: number; path: string } {
  // The border is the quiet zone of four modules that the standard requires.
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const cells = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: cells.join('') };
}
