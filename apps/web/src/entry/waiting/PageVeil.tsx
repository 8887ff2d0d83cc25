import { useT } from '../../platform/i18n/useT.ts';
import { useDelayedFlag } from '../../platform/timing/useDelayedFlag.ts';
import { FullScreenSpinner } from '../../ui/states/FullScreenSpinner.tsx';
import { useIsPageAwaited } from './waitingPages.ts';

/** The full-screen spinner over a page that is awaited for more than 200 ms; it outlives the wait, to fade out. */
export function PageVeil() {
  const t = useT();
  const isSlow = useDelayedFlag(useIsPageAwaited());
  return <FullScreenSpinner open={isSlow} label={t('Loading')} />;
}
