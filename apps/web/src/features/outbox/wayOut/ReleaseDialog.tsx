import type { WayOut } from '@guichet/contract/outbox.wayOut';
import { useQueryClient } from '@tanstack/react-query';
import { useFailureText } from '../../../platform/forms/useFailureText.ts';
import { useFormats } from '../../../platform/i18n/formats.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { useLastGiven } from '../../../platform/timing/useLastGiven.ts';
import { ConfirmDialog } from '../../../ui/aria/ConfirmDialog.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { useReleaseOutgoing } from './wayOut.api.ts';

export interface ReleaseDialogProps {
  /** Null while closed. */
  held: WayOut['held'];
  onClose: () => void;
}

/** Confirms that a restored installation may send mails: a copy would send them a second time. */
export function ReleaseDialog({ held, onClose }: ReleaseDialogProps) {
  const t = useT();
  const { dateTime } = useFormats();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const asked = useLastGiven(held);
  const release = useReleaseOutgoing();

  function close() {
    release.reset();
    onClose();
  }

  function confirm() {
    release.mutate(undefined, {
      onSuccess: () => {
        showToast({ tone: 'success', text: t('WayOut.Release.Done') });
        void queries.invalidateQueries({ queryKey: ['outbox'] });
        close();
      },
    });
  }

  return (
    <ConfirmDialog
      open={held !== null}
      title={t('WayOut.Release.Title')}
      messages={[
        <div key="question" className="flex flex-col gap-3">
          <p>{t('WayOut.Release.Question', { count: asked?.mails ?? 0 })}</p>
          <p className="text-muted">
            {t('WayOut.Release.Consequences', { madeAt: asked ? dateTime(asked.backupMadeAt) : '' })}
          </p>
        </div>,
      ]}
      tone="danger"
      confirmLabel={t('WayOut.Release.Submit')}
      cancelLabel={t('Dialog.Cancel')}
      closeLabel={t('Dialog.Close')}
      busyLabel={t('WayOut.Release.Busy')}
      busy={release.isPending}
      error={release.error && failureText(release.error)}
      onConfirm={confirm}
      onClose={close}
    />
  );
}
