import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { usePathname } from '../core/address/location.ts';
import { languageInAddress } from '../core/i18n/addressLanguage.ts';
import { setLanguage } from '../core/i18n/languageStore.ts';
import { later, lazyPart, PageBoundary } from '../core/page/later.tsx';
import { SignInPage } from '../identity/publicPages/signIn/SignInPage.tsx';
import { BrokenPage } from './BrokenPage.tsx';
import { isSignIn } from './isSignIn.ts';
import { PageVeil, PageWait } from './PageWait.tsx';
import { Shell } from './shell/Shell.tsx';

export const loadOtherPages = () => import('./OtherPages.tsx');
const OtherPages = lazyPart(loadOtherPages);
const Toasts = later(() => import('./shell/ShellToasts.tsx'));

/**
 * The React root: sign-in is in the first script, other public pages in a second, the rest in a third. `others`: the other
 * pages, where their script is there; React would show them 0.3 s after a wait for it.
 */
export function Root({ others: Others = OtherPages }: { others?: ComponentType | undefined }) {
  const pathname = usePathname();
  const isFirst = isSignIn(pathname);
  // Sign-in makes no toasts, but shows the toasts of an earlier page.
  const [hasToasts, setHasToasts] = useState(!isFirst);
  if (!isFirst && !hasToasts) setHasToasts(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new path may name a language
  useEffect(() => {
    const language = isFirst ? languageInAddress(location) : null;
    if (language) void setLanguage(language);
  }, [pathname]);

  return (
    <Shell toasts={hasToasts && <Toasts />}>
      <PageBoundary key={isFirst ? pathname : 'others'} fallback={<BrokenPage />}>
        <Suspense fallback={<PageWait />}>{isFirst ? <SignInPage /> : <Others />}</Suspense>
      </PageBoundary>
      <PageVeil />
    </Shell>
  );
}
