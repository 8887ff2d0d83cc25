import { useT } from '../../platform/i18n/useT.ts';
import { ConfirmDialog } from '../../ui/aria/ConfirmDialog.tsx';
import { useLeaveWarning } from './useLeaveWarning.ts';

/** Asks whether to leave while an import is under way. */
export function LeaveDialog({ active }: { active: boolean }) {
  const t = useT();
  const { isAsking, leave, stay } = useLeaveWarning(active);
  return (
    <ConfirmDialog
      open={isAsking}
      title={t('Import.Leave.Title')}
      messages={[t('Import.Leave.Message')]}
      confirmLabel={t('Import.Leave.Confirm')}
      cancelLabel={t('Import.Leave.Stay')}
      closeLabel={t('Dialog.Close')}
      onConfirm={leave}
      onClose={stay}
    />
  );
}
