import { useState } from 'react';
import { useFailureText } from '../../../platform/forms/useFailureText.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { ConfirmDialog } from '../../../ui/aria/ConfirmDialog.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { useEndOtherSessions } from './list.api.ts';

/** Ends all sessions but this one, after a confirmation. */
export function EndOthers() {
  const t = useT();
  const failureText = useFailureText();
  const [isAsking, ask] = useState(false);
  const ending = useEndOtherSessions((count) => {
    showToast({ tone: 'success', text: t('Sessions.EndedCount', { count }) });
    ask(false);
  });

  function close() {
    ending.reset();
    ask(false);
  }

  return (
    <>
      <Button size="sm" onClick={() => ask(true)}>
        {t('Sessions.EndOthers')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('Sessions.EndOthers')}
        messages={[t('Sessions.EndOthers.Question')]}
        confirmLabel={t('Sessions.EndOthers')}
        cancelLabel={t('Dialog.Cancel')}
        closeLabel={t('Dialog.Close')}
        busyLabel={t('Sessions.EndBusy')}
        tone="danger"
        busy={ending.isPending}
        error={ending.error && failureText(ending.error)}
        onConfirm={() => ending.mutate(undefined)}
        onClose={close}
      />
    </>
  );
}
