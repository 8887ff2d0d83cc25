import { publicLabels } from '@guichet/contract/content';
import { useState } from 'react';
import { useFailureText } from '../../../platform/forms/useFailureText.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { ConfirmDialog } from '../../../ui/aria/ConfirmDialog.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { TrashIcon } from '../../../ui/icons/moreIcons.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import type { Block } from '../blocks.ts';
import { useRemoveContent } from '../content.api.ts';

export interface RemoveLabelProps {
  systemId: number;
  block: Block;
  onRemoved: () => void;
}

/** Removes a label that the system has added; public labels cannot be removed. */
export function RemoveLabel({ systemId, block, onRemoved }: RemoveLabelProps) {
  const t = useT();
  const failureText = useFailureText();
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveContent(systemId);
  const { label } = block;
  if (publicLabels.some((name) => name === label)) return null;

  function close() {
    remove.reset();
    setAsking(false);
  }

  function confirm() {
    const onSuccess = () => {
      showToast({ tone: 'success', text: t('Content.Removed', { label }) });
      close();
      onRemoved();
    };
    remove.mutate(label, { onSuccess });
  }

  return (
    <>
      <IconButton
        label={t('Content.Remove', { label })}
        icon={TrashIcon}
        tone="danger"
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={isAsking}
        title={t('Content.Remove', { label })}
        messages={[t('Content.Remove.Question', { label })]}
        tone="danger"
        confirmLabel={t('Dialog.Yes')}
        cancelLabel={t('Dialog.No')}
        closeLabel={t('Dialog.Close')}
        busyLabel={t('Content.Removing')}
        busy={remove.isPending}
        error={remove.error && failureText(remove.error)}
        onConfirm={confirm}
        onClose={close}
      />
    </>
  );
}
