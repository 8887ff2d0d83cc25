import { lazy, Suspense } from 'react';
import { useT } from '../../core/i18n/useT.ts';
import { PageBoundary } from '../../core/page/later.tsx';
import { useSession } from '../../core/session/sessionStore.ts';

const ImpersonationBanner = lazy(() => import('./ImpersonationBanner.tsx'));

/** Shown on every page during an impersonation, even when the banner's script does not load. */
export function ImpersonationNotice() {
  const t = useT();
  const isImpersonating = useSession((session) => session.isImpersonating);
  if (!isImpersonating) return null;
  return (
    <PageBoundary
      fallback={<p className="bg-warning-soft p-3 text-warning-ink">{t('Impersonation.Someone')}</p>}
    >
      <Suspense fallback={null}>
        <ImpersonationBanner />
      </Suspense>
    </PageBoundary>
  );
}
