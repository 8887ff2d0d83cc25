import { useT } from '../platform/i18n/useT.ts';
import { ErrorState } from '../ui/ErrorState.tsx';

export function BrokenPage() {
  const t = useT();
  return (
    <ErrorState
      title={t('Failure.Unknown')}
      retryLabel={t('Failure.Reload')}
      onRetry={() => location.reload()}
    />
  );
}
