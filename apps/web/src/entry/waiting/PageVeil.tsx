import { useT } from '../../platform/i18n/useT.ts';
import { useDelayedFlag } from '../../platform/timing/useDelayedFlag.ts';
import { FullScreenSpinner } from '../../ui/states/FullScreenSpinner.tsx';
import { useIsPageAwaited } from './waitingPages.ts';

/** The full-screen spinner for a page that takes more than 200 ms; it stays mounted after the wait to fade out. */
export function PageVeil() {
  const t = useT();
  const isSlow = useDelayedFlag(useIsPageAwaited());
  return <FullScreenSpinner open={isSlow} label={t('Loading')} />;
}
