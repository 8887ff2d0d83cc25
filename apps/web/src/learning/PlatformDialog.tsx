import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import {
  getPlatformHealth,
  type PlatformHealth,
  retryPlatform,
  type StuckPerson,
} from '@guichet/contract/learning/learning.health';
import { pollWhile, query, useCall } from '../core/call/query.ts';
import { FailureNotice } from '../core/forms/formFaults.tsx';
import { useT, useTexts } from '../core/i18n/formats.ts';
import { DataTable } from '../core/lists/DataTable.tsx';
import { LoadedDialog } from '../core/parts/dialogs/ClosableDialog.tsx';
import { RemarkWords } from '../core/parts/remarks/RemarkWords.tsx';
import { useLastGiven } from '../core/timing/useLastGiven.ts';
import { DialogActions } from '../ui/aria/Dialog.tsx';
import { Button } from '../ui/buttons/Button.tsx';
import { RefreshIcon } from '../ui/icons/moreIcons.tsx';
import { Notice } from '../ui/states/Notice.tsx';
import { StateMark } from '../ui/states/StateMark.tsx';
import { showToast } from '../ui/toasts/toastStore.ts';
import { isPlatformStateMoving, useSayPlatformState } from './platformState.ts';

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

/** People whose enrolment has failed or waits to be added or removed, with the reason. */
function StuckTable({ people }: { people: readonly StuckPerson[] }) {
  const t = useT();
  const say = { in: useSayPlatformState('Enrolment'), out: useSayPlatformState('Departure') };
  return (
    <div className="-mx-5 [--color-surface:var(--color-raised)] sm:-mx-7">
      <DataTable
        caption={t('Platform.Stuck')}
        maxHeight="24rem"
        dense
        rows={people}
        keyOf={({ key }) => key}
        columns={[
          {
            heading: t('User.name'),
            lead: true,
            cell: ({ name, email, key }) => (
              <>
                <span className="block">{name ?? t('Platform.Gone')}</span>
                <span className="block font-normal text-muted text-sm">{email ?? key}</span>
              </>
            ),
          },
          {
            heading: t('Mail.State'),
            cell: ({ wanted, state }) => {
              const { word, tone } = say[wanted](state);
              return <StateMark tone={tone}>{word}</StateMark>;
            },
          },
          { heading: t('Platform.Reason'), cell: (person) => <PlatformReason fact={person} /> },
        ]}
      />
    </div>
  );
}

/** The reason of the last failure, the number of tries, and the time of the next try. */
function PlatformReason({ fact }: { fact: PlatformHealth['course'] }) {
  const { t, longDateTime } = useTexts();
  return (
    <span className="flex flex-col">
      {fact.reason && <RemarkWords remark={fact.reason} />}
      <span className="text-muted text-sm">
        {t('Mail.Attempts', { count: fact.attempts })}
        {fact.nextTryAt && ` · ${t('Platform.NextTry', { when: longDateTime(fact.nextTryAt) })}`}
      </span>
    </span>
  );
}
