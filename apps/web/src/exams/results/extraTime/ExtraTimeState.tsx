import type { ExtraTimeOnPlatform } from '@guichet/contract/exams/results.extraTime';
import { useTexts } from '../../../core/i18n/formats.ts';
import { RemarkWords } from '../../../core/parts/remarks/RemarkWords.tsx';
import { StateChip } from '../../../ui/states/Badge.tsx';

/** Whether the platform is still to be told of the extra time. */
export function isMoving(platform: ExtraTimeOnPlatform | null): boolean {
  return platform?.state === 'pending' || platform?.state === 'waiting';
}

const tones = {
  pending: 'info',
  waiting: 'warning',
  failed: 'danger',
  done: 'success',
  noQuiz: 'warning',
  told: 'success',
} as const;

interface ExtraTimeStateProps {
  platform: ExtraTimeOnPlatform;
  isGiven: boolean;
  /** Whether the list around it says what holds for all. */
  isOfMany?: boolean;
}

/** The state of extra time on the platform, with the quizzes read back and the reason of a failure. */
export function ExtraTimeState({ platform, isGiven, isOfMany = false }: ExtraTimeStateProps) {
  const { t, longDateTime } = useTexts();
  const { state, reason, readAt, nextTryAt } = platform;
  const [quizzes, inPlace] = [platform.quizzes ?? 0, platform.inPlace ?? 0];
  return (
    <div className="flex flex-col items-start gap-1">
      <StateChip tone={tones[state]}>
        {state === 'pending' && !isGiven ? t('ExtraTime.State.leaving') : t(`ExtraTime.State.${state}`)}
      </StateChip>
      <p className="text-muted text-sm empty:hidden">
        {state === 'done' && t('ExtraTime.InPlace', { count: quizzes })}
        {state === 'failed' && quizzes > 0 && t('ExtraTime.Partly', { inPlace, count: quizzes })}
        {state === 'noQuiz' && t('ExtraTime.NoQuiz')}
        {state === 'told' && !isOfMany && t('ExtraTime.Told')}
        {readAt && state !== 'told' && ` ${t('ExtraTime.ReadAt', { at: longDateTime(readAt) })}`}
        {state === 'waiting' && nextTryAt && t('ExtraTime.NextTry', { at: longDateTime(nextTryAt) })}
      </p>
      {reason && (state === 'failed' || state === 'waiting') && (
        <div className="text-sm">
          <RemarkWords remark={reason} />
        </div>
      )}
    </div>
  );
}
