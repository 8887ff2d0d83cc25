import type { ReactNode } from 'react';
import { useLastGiven } from '../../timing/useLastGiven.ts';
import { ClosableDialog, type ClosableDialogProps } from './ClosableDialog.tsx';

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
