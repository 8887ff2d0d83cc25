import type { Entrance } from '@guichet/contract/access';
import { useState } from 'react';
import { useFailureText } from '../../platform/forms/useFailureText.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { ConfirmDialog } from '../../ui/aria/ConfirmDialog.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { TrashIcon } from '../../ui/icons/moreIcons.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { useRemoveBanner } from './banners.api.ts';

export interface RemoveBannerProps {
  entrance: Entrance;
  onRemoved: () => void;
}

export function RemoveBanner({ entrance, onRemoved }: RemoveBannerProps) {
  const t = useT();
  const failureText = useFailureText();
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveBanner(entrance.systemId);

  function close() {
    remove.reset();
    setAsking(false);
  }

  function confirm() {
    const onSuccess = () => {
      showToast({ tone: 'success', text: t('Banner.Removed') });
      close();
      onRemoved();
    };
    remove.mutate(undefined, { onSuccess });
  }

  return (
    <>
      <Button size="sm" icon={TrashIcon} onClick={() => setAsking(true)}>
        {t('Banner.Remove')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('Banner.Remove')}
        messages={[t('Banner.Remove.Question', { name: entrance.name })]}
        tone="danger"
        confirmLabel={t('Dialog.Yes')}
        cancelLabel={t('Dialog.No')}
        closeLabel={t('Dialog.Close')}
        busyLabel={t('Banner.Removing')}
        busy={remove.isPending}
        error={remove.error && failureText(remove.error)}
        onConfirm={confirm}
        onClose={close}
      />
    </>
  );
}
