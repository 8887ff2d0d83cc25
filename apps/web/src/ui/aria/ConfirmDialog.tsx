import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../buttons/Button.tsx';
import { Alert } from '../states/Notice.tsx';
import { Dialog, DialogActions } from './Dialog.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  title: ReactNode;
  /** The questions in order: each Yes leads to the next question, and the last Yes confirms. */
  messages: readonly [ReactNode, ...ReactNode[]];
  confirmLabel: string;
  /** The label of Yes before the last question; by default `confirmLabel`. */
  nextLabel?: string;
  cancelLabel: string;
  closeLabel: string;
  busyLabel?: string;
  tone?: 'primary' | 'danger';
  /** Makes No the prominent button, when Yes would lose input. */
  strongNo?: boolean;
  busy?: boolean | undefined;
  confirmDisabled?: boolean | undefined;
  /** Leaves Yes out: the message says why it cannot be. */
  isRefused?: boolean;
  error?: ReactNode;
  /** Stands below each question, as a part of it. */
  below?: ReactNode;
  /** The progress of the confirmed work, below the question. */
  progress?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
  /** Another dialog, over this one. */
  children?: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, closeLabel, busy, onClose } = props;
  const questionId = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      closeLabel={closeLabel}
      role="alertdialog"
      size="sm"
      busy={busy}
      describedBy={questionId}
    >
      <Questions {...props} questionId={questionId} />
      {props.children}
    </Dialog>
  );
}

/** Mounted only while the dialog is open, so that each opening starts with the first message. */
function Questions(props: ConfirmDialogProps & { questionId: string }) {
  const { messages, nextLabel = props.confirmLabel, tone = 'primary', strongNo = false, busy, error } = props;
  const [step, setStep] = useState(0);
  const isLast = step === messages.length - 1;
  const labels = messages.map((_, at) => (at === messages.length - 1 ? props.confirmLabel : nextLabel));
  const no = useRef<HTMLButtonElement>(null);
  // Each question focuses the answer that changes nothing, so that Enter alone never confirms; a long one stays at its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step is a new question
  useEffect(() => no.current?.focus({ preventScroll: true }), [step]);

  function answerYes(event: MouseEvent) {
    // The second half of a double click would answer a question that nobody has read.
    if (event.detail > 1) return;
    if (isLast) props.onConfirm();
    else setStep(step + 1);
  }

  return (
    <>
      <div id={props.questionId} aria-live="assertive" className="flex flex-col gap-2 text-ink">
        <Steady all={messages} step={step}>
          <div key={step} className={step > 0 ? 'animate-rise font-medium' : undefined}>
            {messages[step]}
          </div>
        </Steady>
        {props.below}
      </div>
      {props.progress}
      {error && <Alert>{error}</Alert>}
      <DialogActions>
        <Button ref={no} variant={strongNo ? 'primary' : 'secondary'} onClick={props.onClose} disabled={busy}>
          {props.cancelLabel}
        </Button>
        {!props.isRefused && (
          <Button
            variant={strongNo ? 'secondary' : tone}
            onClick={answerYes}
            busy={busy}
            busyLabel={props.busyLabel}
            disabled={props.confirmDisabled}
          >
            <Steady all={labels} step={step}>
              {labels[step]}
            </Steady>
          </Button>
        )}
      </DialogActions>
    </>
  );
}

interface SteadyProps {
  all: readonly ReactNode[];
  step: number;
  /** The parts of `all` that show at this step. */
  children: ReactNode;
}

/** Keeps room for each of `all`, so that nothing around moves from one step to the next. */
function Steady({ all, step, children }: SteadyProps) {
  if (all.length === 1) return children;
  return (
    <span className="grid *:[grid-area:1/1]">
      <span>{children}</span>
      {all.map(
        (one, at) =>
          at !== step && (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change their order
            <span key={at} aria-hidden="true" className="invisible">
              {one}
            </span>
          ),
      )}
    </span>
  );
}
