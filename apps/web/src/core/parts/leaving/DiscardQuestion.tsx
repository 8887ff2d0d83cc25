import { ConfirmDialog } from '../../../ui/aria/ConfirmDialog.tsx';
import { useT } from '../../i18n/useT.ts';

export interface DiscardQuestionProps {
  open: boolean;
  onDiscard: () => void;
  onStay: () => void;
}

export function DiscardQuestion({ open, onDiscard, onStay }: DiscardQuestionProps) {
  const t = useT();
  return (
    <ConfirmDialog
      open={open}
      title={t('Discard.Title')}
      messages={[t('Discard.Text')]}
      strongNo
      confirmLabel={t('Discard.Confirm')}
      cancelLabel={t('Discard.Stay')}
      closeLabel={t('Discard.Stay')}
      onConfirm={onDiscard}
      onClose={onStay}
    />
  );
}
