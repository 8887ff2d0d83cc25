import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import {
  getPlatformHealth,
  type PlatformHealth,
  retryPlatform,
} from '@guichet/contract/learning/learning.health';
import { pollWhile, query, useCall } from '../core/call/query.ts';
import { FailureNotice } from '../core/forms/formFaults.tsx';
import { useT } from '../core/i18n/useT.ts';
import { LoadedDialog } from '../core/parts/dialogs/LoadedDialog.tsx';
import { useLastGiven } from '../core/timing/useLastGiven.ts';
import { DialogActions } from '../ui/aria/Dialog.tsx';
import { Button } from '../ui/buttons/Button.tsx';
import { RefreshIcon } from '../ui/icons/moreIcons.tsx';
import { Notice } from '../ui/states/Notice.tsx';
import { showToast } from '../ui/toasts/toastStore.ts';
import { isPlatformStateMoving } from './platformState.ts';
import { PlatformReason, StuckTable } from './StuckTable.tsx';

export interface PlatformDialogProps {
  systemId: number;
  exam: ExamSummary | null;
  onClose: () => void;
}

/** Everything of an exam that has not reached the learning platform, with person, reason and remedy. */
export function PlatformDialog({ systemId, exam, onClose }: PlatformDialogProps) {
  const t = useT();
  const { id = 0, title = '' } = useLastGiven(exam) ?? {};
  const of = { systemId, examId: id };
  return (
    <LoadedDialog
      open={exam !== null}
      onClose={onClose}
      title={t('Platform.Title', { title })}
      size="lg"
      query={{ ...query(getPlatformHealth, { params: of }), refetchInterval: pollWhile(isMoving) }}
    >
      {(health) => <PlatformHealthView {...of} health={health} />}
    </LoadedDialog>
  );
}

interface PlatformHealthViewProps {
  systemId: number;
  examId: number;
  health: PlatformHealth;
}

function PlatformHealthView({ systemId, examId, health }: PlatformHealthViewProps) {
  const t = useT();
  const retry = useCall(retryPlatform);
  const { course, states, stuck } = health;
  const { failed = 0, waiting = 0, pending = 0 } = states;
  const isCourseStuck = course.state === 'failed' || course.state === 'waiting';
  const isStuck = isCourseStuck || stuck.length > 0;

  function tryAgain() {
    retry.mutate(
      { params: { systemId, examId } },
      { onSuccess: (count) => showToast({ tone: 'success', text: t('Platform.Retried', { count }) }) },
    );
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
      <FailureNotice failure={retry.error} />
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

function isMoving({ course, states }: PlatformHealth): boolean {
  return isPlatformStateMoving(course.state) || Boolean(states.pending || states.waiting);
}
