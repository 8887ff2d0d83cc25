import { useT } from '../platform/i18n/useT.ts';
import { useDelayedFlag } from '../platform/useDelayedFlag.ts';
import { Spinner } from '../ui/Spinner.tsx';

/** While the script of a page is on its way. */
export function PageWait() {
  const t = useT();
  const isSlow = useDelayedFlag(true);
  return (
    <div role="status" className="grid min-h-[50dvh] place-items-center text-accent-ink">
      {isSlow && (
        <>
          <Spinner size={32} />
          <span className="sr-only">{t('Loading')}</span>
        </>
      )}
    </div>
  );
}
