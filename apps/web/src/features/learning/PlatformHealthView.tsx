import type { PlatformHealth } from '@guichet/contract/learning.health';
import { useFailureText } from '../../platform/forms/useFailureText.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { DialogActions } from '../../ui/aria/Dialog.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { RefreshIcon } from '../../ui/icons/moreIcons.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { useRetryPlatform } from './health.api.ts';
import { PlatformReason } from './PlatformReason.tsx';
import { StuckTable } from './StuckTable.tsx';

export interface PlatformHealthViewProps {
  systemId: number;
  cohortId: number;
  health: PlatformHealth;
}

export function PlatformHealthView({ systemId, cohortId, health }: PlatformHealthViewProps) {
  const t = useT();
  const failureText = useFailureText();
  const retry = useRetryPlatform(systemId);
  const { course, states, stuck } = health;
  const { failed = 0, waiting = 0, pending = 0 } = states;
  const isCourseStuck = course.state === 'failed' || course.state === 'waiting';
  const isStuck = isCourseStuck || stuck.length > 0;

  function tryAgain() {
    retry.mutate(cohortId, {
      onSuccess: (count) => showToast({ tone: 'success', text: t('Platform.Retried', { count }) }),
    });
  }

  return (
    <>
      {isCourseStuck && (
        <Notice
          tone={course.state === 'failed' ? 'danger' : 'warning'}
          title={t(`Platform.Course.${course.state === 'failed' ? 'failed' : 'waiting'}`)}
        >
          <PlatformReason fact={course} />
        </Notice>
      )}
      {(failed > 0 || course.state === 'failed') && <p>{t('Platform.Advice.failed')}</p>}
      {(waiting > 0 || course.state === 'waiting') && <p>{t('Platform.Advice.waiting')}</p>}
      {stuck.length > 0 && <StuckTable people={stuck} />}
      {failed + waiting > stuck.length && (
        <p className="text-muted text-sm">{t('Platform.More', { count: failed + waiting - stuck.length })}</p>
      )}
      {!isStuck && (
        <Notice tone={pending > 0 ? 'info' : 'success'} role="status">
          {pending > 0 ? t('Platform.UnderWay', { count: pending }) : t('Platform.AllWell')}
        </Notice>
      )}
      {retry.error && (
        <Notice tone="danger" role="alert">
          {failureText(retry.error)}
        </Notice>
      )}
      {isStuck && (
        <DialogActions>
          <Button variant="primary" icon={RefreshIcon} busy={retry.isPending} onClick={tryAgain}>
            {t('Platform.Retry')}
          </Button>
        </DialogActions>
      )}
    </>
  );
}
