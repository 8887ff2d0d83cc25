import { type FormEvent, type ReactNode, useEffect } from 'react';
import { DialogActions } from '../../../ui/aria/Dialog.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { useFirstInvalidFocus } from '../../../ui/fields/useFirstInvalidFocus.ts';
import { FailureNotice } from '../../forms/formFaults.tsx';
import { useT } from '../../i18n/useT.ts';
import { useBusyDialog, useDialogAround } from '../dialogs/ClosableDialog.tsx';

export interface DialogFormProps {
  submitLabel: string;
  busyLabel?: string | undefined;
  /** By default « Annuler ». */
  cancelLabel?: string | undefined;
  /** The mutation that `onSubmit` starts. */
  call?: { readonly isPending: boolean; readonly error: unknown };
  /** By default, whether `call` is running. */
  busy?: boolean;
  /** Whether another action of the form is the main one. */
  quiet?: boolean;
  /** The failure of the last submit, by default that of `call`; each new failure focuses the first invalid field. */
  failure?: unknown;
  /** Whether the fields show the failure, so that the form need not. */
  isTold?: boolean;
  onSubmit: (fields: FormData) => void;
  /** By default closes the dialog; typed text is asked about before. */
  onCancel?: () => void;
  children: ReactNode;
}

/** A form in a dialog: fields, failure of the last submit, Cancel and Submit. Focuses the first field. */
export function DialogForm(props: DialogFormProps) {
  const {
    submitLabel,
    busyLabel,
    cancelLabel,
    call,
    busy = call?.isPending ?? false,
    quiet = false,
    failure = call?.error ?? null,
    isTold = false,
    onSubmit,
    onCancel,
    children,
  } = props;
  const t = useT();
  const { leave } = useDialogAround();
  useBusyDialog(busy);
  const form = useFirstInvalidFocus(failure);
  useEffect(() => focusFirstField(form.current), [form]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {children}
      {!isTold && <FailureNotice failure={failure} />}
      <DialogActions>
        <Button onClick={() => leave(onCancel)} disabled={busy}>
          {cancelLabel ?? t('Dialog.Cancel')}
        </Button>
        <Button type="submit" variant={quiet ? 'secondary' : 'primary'} busy={busy} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Leaves a focus inside the dialog alone, and focuses no box, which a stray key would tick. */
function focusFirstField(form: HTMLFormElement | null): void {
  const dialog = form?.closest('[role="dialog"]');
  const isChosen = dialog !== document.activeElement && dialog?.contains(document.activeElement);
  const first = form?.querySelector<HTMLElement>('input, select, textarea');
  if (dialog && !isChosen && !first?.matches('[type="checkbox"], [type="radio"], [type="file"]'))
    first?.focus();
}
