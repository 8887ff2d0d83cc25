import '../ui/styles/light.css';
import type { Language } from '@guichet/contract/core/language';
import { Suspense, useEffect } from 'react';
import { usePathname, useQuerySystemId } from '../core/address/location.ts';
import { ownTexts, setLanguage } from '../core/i18n/languageStore.ts';
import { lendLanguage, returnLanguage } from '../core/i18n/lentLanguage.ts';
import { lazyPart, PageBoundary } from '../core/page/later.tsx';
import { getSession } from '../core/session/sessionStore.ts';
import { TopImage } from '../identity/publicPages/TopImage.tsx';
import { aliasTarget, settleAddress, systemOfPath } from './addresses.ts';
import { BrokenPage } from './BrokenPage.tsx';
import { PageWait } from './PageWait.tsx';
import { publicPage } from './publicPage.tsx';

export { followAddress, settleAddress };

const loadApp = () => import('../app/App.tsx').then(({ App }) => ({ default: App }));
const App = lazyPart(loadApp, ownTexts);

/** All pages except sign-in: the public pages, and the app behind sign-in. */
export default function OtherPages() {
  const pathname = usePathname();
  const systemInQuery = useQuerySystemId();
  // An alias is about to be replaced, so the page waits.
  const page = aliasTarget(pathname) === null ? publicPage(pathname) : <PageWait />;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new path may name a language or stand for another
  useEffect(() => {
    const language = settleAddress();
    if (language) void followAddress(language);
    return () => void returnLanguage();
  }, [pathname]);

  return (
    <>
      {page !== null && <TopImage systemId={systemOfPath(pathname) ?? systemInQuery} />}
      <PageBoundary key={page === null ? 'app' : pathname} fallback={<BrokenPage />}>
        <Suspense fallback={<PageWait />}>{page ?? <App />}</Suspense>
      </PageBoundary>
    </>
  );
}

/** Shows the language of the page's address. To somebody who is signed in, a mailed link (`?lang=`) only lends it to its page. */
function followAddress(named: Language): Promise<void> {
  const lends = getSession().isAuthenticated && /[?&]lang=/.test(location.search);
  return lends ? lendLanguage(named) : setLanguage(named);
}
