import { useT } from '../../platform/i18n/useT.ts';
import { ConfirmDialog } from '../../ui/aria/ConfirmDialog.tsx';
import { useLeaveWarning } from './useLeaveWarning.ts';

export interface LeaveDialogProps {
  /** Whether there is unsaved input. */
  active: boolean;
  title: string;
  message: string;
}

/** Asks before leaving a page with a running call or unsaved input. */
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
