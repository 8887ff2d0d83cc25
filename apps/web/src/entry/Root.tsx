import { lazy, Suspense, useEffect } from 'react';
import { setLanguage } from '../platform/i18n/languageStore.ts';
import { useT } from '../platform/i18n/useT.ts';
import { usePathname, useQuerySystemId } from '../platform/location.ts';
import { TopImage } from '../publicPages/TopImage.tsx';
import { Toasts } from '../ui/toasts/Toasts.tsx';
import { BrokenPage } from './BrokenPage.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { PageVeil } from './PageVeil.tsx';
import { PageWait } from './PageWait.tsx';
import { publicPage } from './publicPage.tsx';
import { Shell } from './Shell.tsx';
import { aliasTarget, settleAddress } from './settleAddress.ts';
import { systemOfPath } from './systemOfPath.ts';

const App = lazy(() => import('../app/App.tsx').then(({ App }) => ({ default: App })));

/** The one React root: pages before sign-in from the first script, everything else from a second one. */
export function Root() {
  const t = useT();
  const pathname = usePathname();
  const systemInQuery = useQuerySystemId();
  // An alias is about to be replaced: nothing shows for it.
  const page = aliasTarget(pathname) === null ? publicPage(pathname) : <PageWait />;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new path may name a language or stand for another
  useEffect(() => {
    const language = settleAddress();
    if (language) void setLanguage(language);
  }, [pathname]);

  return (
    <Shell>
      {page !== null && <TopImage systemId={systemOfPath(pathname) ?? systemInQuery} />}
      <PageBoundary key={page === null ? 'app' : pathname} fallback={<BrokenPage />}>
        <Suspense fallback={<PageWait />}>{page ?? <App />}</Suspense>
      </PageBoundary>
      <PageVeil />
      <Toasts closeLabel={t('Shell.CloseNotification')} />
    </Shell>
  );
}
