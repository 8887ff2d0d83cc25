import type { Entrance } from '@guichet/contract/access';
import { useState } from 'react';
import { ConfirmCall } from '../../parts/asking/ConfirmCall.tsx';
import { useT } from '../../platform/i18n/useT.ts';
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
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveBanner(entrance.systemId);

  function confirm() {
    const onSuccess = () => {
      showToast({ tone: 'success', text: t('Banner.Removed') });
      setAsking(false);
      onRemoved();
    };
    remove.mutate(undefined, { onSuccess });
  }

  return (
    <>
      <Button size="sm" icon={TrashIcon} onClick={() => setAsking(true)}>
        {t('Banner.Remove')}
      </Button>
      <ConfirmCall
        call={remove}
        open={isAsking}
        title={t('Banner.Remove')}
        messages={[t('Banner.Remove.Question', { name: entrance.name })]}
        busyLabel={t('Banner.Removing')}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
