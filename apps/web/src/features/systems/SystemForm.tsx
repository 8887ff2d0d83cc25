import type { FormEvent, ReactNode } from 'react';
import { useFailureText } from '../../platform/forms/useFailureText.ts';
import { isToldAtFields } from '../../platform/forms/useFieldFaults.tsx';
import { useT } from '../../platform/i18n/useT.ts';
import { DialogActions } from '../../ui/aria/Dialog.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { useFirstInvalidFocus } from '../../ui/fields/useFirstInvalidFocus.ts';
import { Notice } from '../../ui/states/Notice.tsx';

export interface SystemFormProps {
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  failure: unknown;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** The form of both dialogs about a system: error, fields, two buttons. */
export function SystemForm(props: SystemFormProps) {
  const { submitLabel, busyLabel, busy, failure, onSubmit, onCancel, children } = props;
  const t = useT();
  const failureText = useFailureText();
  const form = useFirstInvalidFocus(failure);

  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {failure !== null && !isToldAtFields(failure) && (
        <Notice tone="danger" role="alert">
          {failureText(failure)}
        </Notice>
      )}
      {children}
      <DialogActions>
        <Button onClick={onCancel} disabled={busy}>
          {t('Dialog.Cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={busy} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  );
}
