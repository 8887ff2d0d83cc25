import type { Drift } from '@guichet/contract/learning/learning.drift';
import { useT, useTexts } from '../../core/i18n/formats.ts';
import { RemarkWords } from '../../core/parts/remarks/RemarkWords.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { Notice } from '../../ui/states/Notice.tsx';

export interface DriftStateProps {
  drift: Drift;
  /** The drift before the last repair asked for on this page; null without a repair. */
  mended: Drift | null;
}

/** When the platform was read, and the result; green only when all was read and nothing differs. */
export function DriftState({ drift, mended }: DriftStateProps) {
  const { t, longDateTime } = useTexts();
  const { state, reason, nextTryAt, readAt, onPlatform, underway, others, isSuspensionRead } = drift;
  const planned = nextTryAt && t('Drift.Planned', { when: longDateTime(nextTryAt) });
  if (state === null)
    return (
      <EmptyState title={t('Drift.Never')}>
        {t('Drift.Never.Text')} {planned}
      </EmptyState>
    );
  const differences = differencesIn(drift);
  const isReadSince = mended !== null && String(mended.readAt) !== String(readAt);
  const isGreen =
    readAt !== null &&
    state === 'done' &&
    nextTryAt === null &&
    differences + underway === 0 &&
    isSuspensionRead;
  return (
    <div className="flex flex-col gap-3" role="status">
      {state === 'pending' && (
        <Notice>{t(mended && !isReadSince ? 'Drift.Mending' : 'Drift.Reading')}</Notice>
      )}
      {(state === 'waiting' || state === 'failed') && (
        <Notice tone={state === 'failed' ? 'danger' : 'warning'} title={t(`Drift.Unread.${state}`)}>
          {reason && <RemarkWords remark={reason} />}
          {nextTryAt && <p>{t('Platform.NextTry', { when: longDateTime(nextTryAt) })}</p>}
        </Notice>
      )}
      {readAt !== null && (
        <p>
          <strong>{t('Drift.ReadAt', { when: longDateTime(readAt) })}</strong>
          {' · '}
          {t('Drift.OnPlatform', { count: onPlatform })} {others > 0 && t('Drift.Others', { count: others })}
        </p>
      )}
      {state === 'done' && planned && <Notice>{planned}</Notice>}
      {isReadSince && state === 'done' && <Settled before={differencesIn(mended)} left={differences} />}
      {isGreen && <Notice tone="success">{t('Drift.Same')}</Notice>}
      {readAt !== null && underway > 0 && <Notice>{t('Drift.Underway', { count: underway })}</Notice>}
      {readAt !== null && !isSuspensionRead && <Notice tone="warning">{t('Drift.SuspensionUnread')}</Notice>}
    </div>
  );
}

function differencesIn({ counts }: Drift): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** The result of a repair, once the platform has been read again. */
function Settled({ before, left }: { before: number; left: number }) {
  const t = useT();
  const settled = Math.max(0, before - left);
  return (
    <Notice tone={left === 0 ? 'success' : 'info'}>
      {settled === 0 ? t('Drift.Mended.none') : t('Drift.Mended', { count: settled })}{' '}
      {left === 0 ? t('Drift.Left.none') : t('Drift.Left', { count: left })}
    </Notice>
  );
}
