import { type Language, languages } from '@guichet/contract/core/language';
import type { ListedExam } from '@guichet/contract/exams/exams.list';
import type { Preview } from '@guichet/contract/imports/imports';
import { CallFailed } from '../core/call/CallFailed.ts';
import { useTexts } from '../core/i18n/formats.ts';
import { Button } from '../ui/buttons/Button.tsx';
import { UploadIcon } from '../ui/icons/moreIcons.tsx';
import { Alert } from '../ui/states/Notice.tsx';
import { ProgressBar } from '../ui/states/ProgressBar.tsx';
import type { ListChoicesView } from './comparison/useListChoices.ts';
import { type ImportOrder, useImportFailureText } from './draft.ts';
import type { ImportProgress } from './imports.api.ts';
import type { ImportRunState } from './run/useImportRun.ts';

export interface ImportActionProps {
  order: ImportOrder;
  exam: ListedExam;
  preview: Preview;
  /** The choices about people who are in the exam. */
  view: ListChoicesView;
  run: ImportRunState;
  onCheckAgain: () => void;
  /** Asks whether mails that their readers could not use are to leave, then goes on. */
  askFirst: (
    readers: readonly Language[],
    forecast: Preview['forecast'],
    /** Further sentences of the question. */
    also: readonly string[],
    goOn: () => void,
  ) => void;
}

/** The import button with its progress, and a retry after a lost connection. */
export function ImportAction(props: ImportActionProps) {
  const { order, exam, preview, view, run, onCheckAgain, askFirst } = props;
  const { t, longDay, list } = useTexts();
  const failureText = useImportFailureText();
  // Readings §3: the number of people that the import would add to the exam.
  const count = preview.counts.newAccount + preview.counts.knownAccount;
  const extraTimes = preview.extraTimes ?? 0;
  const isForExtraTime = count === 0 && extraTimes > 0;
  const hasFailed = run.failure !== null;
  const { choices, notice, changed } = view;
  const isOutdated = run.failure instanceof CallFailed && run.failure.code === 'import.examChanged';
  const { fr, en, own } = preview.mails;
  const mails = changed.notices + (order.sendEmail ? fr + en + own : 0);
  const parts = [
    count > 0 && t('Import.Submit.Added', { count }),
    changed.corrected > 0 && t('Import.Submit.Corrected', { count: changed.corrected }),
    changed.awaited > 0 && t('Import.Submit.Awaited', { count: changed.awaited }),
    changed.takenOut > 0 && t('Import.Submit.TakenOut', { count: changed.takenOut }),
    extraTimes > 0 && t('Import.Submit.Extended', { count: extraTimes }),
    mails > 0 && t('Import.Submit.Mails', { count: mails }),
  ].filter((part) => part !== false);
  const quiet =
    choices || isForExtraTime
      ? list(parts)
      : t(count === 0 ? 'Import.Submit.NobodyNew' : 'Import.Submit.Hint');

  function label() {
    if (isOutdated) return t('Import.Submit.CheckAgain');
    if (hasFailed) return t('Failure.Retry');
    if (choices) return t('Import.Submit.Apply');
    return isForExtraTime ? t('Import.Submit.ExtraTimes') : t('Import.Submit', { count });
  }

  function submit() {
    if (isOutdated) onCheckAgain();
    else if (hasFailed) run.retry();
    else start();
  }

  function start() {
    const readers = languages.filter((reader) => preview.mails[reader] + own > 0);
    const also = choices ? [t('Import.Submit.Does', { parts: list(parts) })] : [];
    const { file, otherExams, turnedAway } = preview;
    const foreseen = { changed, setAside: file.setAside, otherExams, turnedAway };
    const goOn = () => run.start(order, choices, foreseen);
    if (readers.length > 0) askFirst(readers, preview.forecast, also, goOn);
    else goOn();
  }

  return (
    <div className="flex flex-col gap-4 py-1">
      {hasFailed && (
        <Alert title={t('Import.Failed')}>
          {isOutdated ? failureText(run.failure) : `${failureText(run.failure)} ${t('Import.Failed.Safe')}`}
        </Alert>
      )}
      <p className="wrap-anywhere font-medium text-ink">
        {t('Import.Submit.Exam', { title: exam.title, day: longDay(exam.date) })}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* The same button in all three states, so that it keeps the focus. */}
        <Button
          variant="primary"
          icon={hasFailed ? undefined : UploadIcon}
          disabled={(count === 0 && !isForExtraTime && !choices) || !notice.isSendable}
          busy={run.isRunning}
          busyLabel={t('Import.Submit.Busy')}
          onClick={submit}
        >
          {label()}
        </Button>
        {run.isRunning ? (
          <div className="min-w-60 flex-1">
            <ImportProgressBar progress={run.progress} />
          </div>
        ) : (
          <p className="text-muted text-sm">{quiet}</p>
        )}
      </div>
    </div>
  );
}

/** A bar per phase, since progress is known only within a phase. */
function ImportProgressBar({ progress }: { progress: ImportProgress }) {
  const { t, number } = useTexts();
  const { phase, share } = progress;
  const isSent = phase === 'sending' && share >= 1;
  const hasShare = (phase === 'sending' && !isSent) || phase === 'reading';
  const rows =
    'rows' in progress && progress.rows > 0 ? t('Import.Progress.Rows', { rows: number(progress.rows) }) : '';
  return (
    <ProgressBar
      label={t(`Import.Progress.${isSent ? 'waiting' : phase}`)}
      value={hasShare ? Math.round(share * 100) : undefined}
      valueText={rows || (hasShare ? t('Import.Progress.Percent', { percent: Math.round(share * 100) }) : '')}
    />
  );
}
