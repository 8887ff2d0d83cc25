import { useT } from '../../platform/i18n/useT.ts';
import { ConfirmDialog } from '../../ui/aria/ConfirmDialog.tsx';
import { useLeaveWarning } from './useLeaveWarning.ts';

export interface LeaveDialogProps {
  /** Whether there is something to lose. */
  active: boolean;
  title: string;
  message: string;
}

/** Asks before a page is left with something under way or not saved. */
export function LeaveDialog({ active, title, message }: LeaveDialogProps) {
  const t = useT();
  const { isAsking, leave, stay } = useLeaveWarning(active);
  return (
    <ConfirmDialog
      open={isAsking}
      title={title}
      messages={[message]}
      confirmLabel={t('Leave.Confirm')}
      cancelLabel={t('Leave.Stay')}
      closeLabel={t('Dialog.Close')}
      onConfirm={leave}
      onClose={stay}
    />
  );
}
