import { useState } from 'react';
import { useT } from '../../../platform/i18n/useT.ts';
import { ConfirmDialog } from '../../../ui/aria/ConfirmDialog.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { StateChip } from '../../../ui/states/Badge.tsx';

/** Marks unsaved changes, and offers to discard them. */
export function UnsavedMark({ onDiscard, disabled }: { onDiscard: () => void; disabled: boolean }) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <StateChip tone="warning">{t('Message.Unsaved')}</StateChip>
      <Button variant="quiet" size="sm" disabled={disabled} onClick={() => setAsking(true)}>
        {t('Message.Discard')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('Message.Discard')}
        messages={[t('Message.Discard.Question')]}
        confirmLabel={t('Message.Discard.Yes')}
        cancelLabel={t('Message.Discard.No')}
        closeLabel={t('Dialog.Close')}
        tone="danger"
        onConfirm={() => {
          setAsking(false);
          onDiscard();
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
