import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import {
  createContext,
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  use,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Dialog, DialogActions, type DialogProps } from '../../../ui/aria/Dialog.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { useFirstInvalidFocus } from '../../../ui/fields/useFirstInvalidFocus.ts';
import { FailureNotice } from '../../forms/formFaults.tsx';
import { useT } from '../../i18n/useT.ts';
import { Loaded, type LoadedProps } from '../../lists/states/Loaded.tsx';
import { useLastGiven } from '../../timing/useLastGiven.ts';
import { DiscardQuestion } from '../leaving/DiscardQuestion.tsx';

export type ClosableDialogProps = Omit<DialogProps, 'closeLabel'>;

export interface DialogAround {
  /** Closes the dialog, or calls `go` for that, after a question where typed text would be lost. */
  leave: (go?: () => void) => void;
  /** Counts the present text as saved. */
  forget: () => void;
  setBusy: (isBusy: boolean) => void;
}

const DialogContext = createContext<DialogAround>({
  leave: (go) => go?.(),
  forget: () => {},
  setBusy: () => {},
});

/** For a form in a `ClosableDialog`. */
export function useDialogAround(): DialogAround {
  return use(DialogContext);
}

/** Keeps the dialog around a form open while the form's call is running. */
export function useBusyDialog(isBusy: boolean): void {
  const { setBusy } = useDialogAround();
  useEffect(() => {
    setBusy(isBusy);
    return () => setBusy(false);
  }, [isBusy, setBusy]);
}

/** A dialog that Escape, its cross and a click outside close, after a question where typed text would be lost. */
export function ClosableDialog({ busy = false, onClose, children, ...props }: ClosableDialogProps) {
  const t = useT();
  const { note, hasTyped, forget } = useTextFields();
  const [isFormBusy, setBusy] = useState(false);
  /** The way out that waits for the answer; null without a question. */
  const [asked, ask] = useState<(() => void) | null>(null);

  function leave(go = onClose) {
    if (hasTyped()) return ask(() => go);
    forget();
    go();
  }

  function discard() {
    ask(null);
    forget();
    asked?.();
  }

  return (
    <Dialog {...props} busy={busy || isFormBusy} onClose={() => leave()} closeLabel={t('Dialog.Close')}>
      <DialogContext value={{ leave, forget, setBusy }}>
        <div className="contents" onFocusCapture={note}>
          {children}
        </div>
      </DialogContext>
      <DiscardQuestion open={asked !== null} onDiscard={discard} onStay={() => ask(null)} />
    </Dialog>
  );
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Text that is worth a question; a search, or the proof of who one is, is soon typed again. */
const worthKeeping = `textarea, input:not([type="search"], [type="checkbox"], [type="radio"],
  [autocomplete="current-password"], [autocomplete="one-time-code"])`;

/** Whether fields of a form, or below `data-draft`, hold another text than before they were typed in. */
function useTextFields() {
  const before = useRef(new Map<TextField, string>());
  return {
    note({ target }: FocusEvent) {
      const isText = target.matches(worthKeeping) && target.closest('form, [data-draft]');
      if (isText && !before.current.has(target as TextField))
        before.current.set(target as TextField, (target as TextField).value);
    },
    hasTyped: () => [...before.current].some(([field, text]) => field.isConnected && field.value !== text),
    forget: () => before.current.clear(),
  };
}

export interface SubjectDialogProps<T> extends Omit<ClosableDialogProps, 'open' | 'title' | 'children'> {
  /** Null while closed. */
  of: T | null;
  title: (of: T) => ReactNode;
  children: (of: T) => ReactNode;
}

/** A `ClosableDialog` about something, which still shows while the dialog fades out. */
export function SubjectDialog<T>({ of, title, children, ...dialog }: SubjectDialogProps<T>) {
  const shown = useLastGiven(of);
  return (
    <ClosableDialog {...dialog} open={of !== null} title={shown !== null && title(shown)}>
      {shown !== null && children(shown)}
    </ClosableDialog>
  );
}

export interface LoadedDialogProps<T, Key extends QueryKey>
  extends Omit<ClosableDialogProps, 'children'>,
    Omit<LoadedProps<T>, 'query'> {
  /** Asked while the dialog is open. */
  query: UseQueryOptions<T, Error, T, Key>;
}

/** A closable dialog that shows the reply of a query. */
export function LoadedDialog<T, Key extends QueryKey>(props: LoadedDialogProps<T, Key>) {
  const { query, lines, children, ...dialog } = props;
  const loaded = useQuery({ ...query, enabled: dialog.open });
  return (
    <ClosableDialog {...dialog}>
      <Loaded query={loaded} lines={lines}>
        {children}
      </Loaded>
    </ClosableDialog>
  );
}

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
export function focusFirstField(form: HTMLFormElement | null): void {
  const dialog = form?.closest('[role="dialog"]');
  const isChosen = dialog !== document.activeElement && dialog?.contains(document.activeElement);
  const first = form?.querySelector<HTMLElement>('input:not([hidden]), select, textarea');
  if (dialog && !isChosen && !first?.matches('[type="checkbox"], [type="radio"], [type="file"]'))
    first?.focus();
}
