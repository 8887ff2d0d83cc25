import './pressRule.ts';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { IconButton } from '../buttons/IconButton.tsx';
import { CrossIcon } from '../icons/publicIcons.tsx';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** The name of the cross; without it only the dialog's own buttons end it, and Escape does nothing. */
  closeLabel?: string;
  size?: 'sm' | 'md' | 'lg';
  /** While busy neither Escape nor a click beside it closes. */
  busy?: boolean | undefined;
  /** A click beside it does not close it: for what takes a while to type. */
  sticky?: boolean;
  /** `alertdialog` interrupts, and a click beside it does not close it. */
  role?: 'dialog' | 'alertdialog';
  /** The id of what is read out beside the title when the focus goes to a button at once. */
  describedBy?: string;
  children: ReactNode;
}

const widths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-4xl' };

/** A window over the page: it holds the focus, closes with Escape, and gives the focus back. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, closeLabel, size = 'md', busy = false, role = 'dialog', children } = props;
  const { sticky = false, describedBy } = props;
  return (
    <ModalOverlay
      isOpen={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDismissable={role === 'dialog' && !busy && !sticky}
      isKeyboardDismissDisabled={busy || closeLabel === undefined}
      className="fixed inset-0 z-50 grid place-items-center overflow-y-auto bg-veil p-3 transition-opacity duration-200 data-entering:opacity-0 data-exiting:opacity-0 sm:p-6"
    >
      <Modal
        className={clsx(
          'w-full rounded-xl border border-line bg-raised shadow-float transition-[opacity,translate] duration-200',
          'data-entering:translate-y-2 data-entering:opacity-0 data-exiting:opacity-0',
          widths[size],
        )}
      >
        <AriaDialog
          role={role}
          {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
          className="flex flex-col gap-4 p-5 outline-none sm:p-7"
        >
          <div className="flex items-start justify-between gap-4">
            <Heading slot="title" className="font-serif text-ink text-xl tracking-tight">
              {title}
            </Heading>
            {closeLabel !== undefined && (
              <div className="-mt-1.5 -mr-2">
                <IconButton label={closeLabel} icon={CrossIcon} onClick={onClose} disabled={busy} />
              </div>
            )}
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The row of buttons that ends a dialog, the chief one last; under each other where there is no room. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-2 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{children}</div>;
}
