import { lazy, type ReactNode } from 'react';
import { allTexts } from '../core/i18n/languageStore.ts';
import { later } from '../core/page/later.tsx';
import LogoutPage from '../identity/publicPages/logout/LogoutPage.tsx';
import ResetPasswordPage from '../identity/publicPages/resetPassword/ResetPasswordPage.tsx';
import { cleanPath, landingSlug, parseLeftSystem } from './addresses.ts';

const ForgotPasswordPage = lazy(() => import('../identity/publicPages/ForgotPasswordPage.tsx'));
const ConfirmEmailPage = lazy(() => import('../identity/publicPages/confirmEmail/ConfirmEmailPage.tsx'));
const CallbackPage = lazy(() => import('../identity/publicPages/CallbackPage.tsx'));
const ForbiddenPage = lazy(() => import('../identity/publicPages/ForbiddenPage.tsx'));
// Without this script, the page still shows its own text.
const WhoMayEnter = later(
  async () => ({ default: (await import('../app/WhoMayEnter.tsx')).WhoMayEnter }),
  allTexts,
);
const UniversityPage = lazy(() => import('../identity/publicPages/university/UniversityPage.tsx'));
const LandingPage = lazy(() => import('../identity/publicPages/landing/LandingPage.tsx'));

const pages: Readonly<Record<string, () => ReactNode>> = {
  '/forgot-password': () => <ForgotPasswordPage />,
  '/reset-password': () => <ResetPasswordPage />,
  '/confirm-email': () => <ConfirmEmailPage />,
  '/logout': () => <LogoutPage systemId={null} />,
  '/callback': () => <CallbackPage />,
  '/forbidden': () => <ForbiddenPage whoMay={<WhoMayEnter />} />,
};

/** The public or redirecting page of a path, except sign-in; null for pages behind sign-in. */
export function publicPage(pathname: string): ReactNode | null {
  const path = cleanPath(pathname);
  const bare = path.replace(/^\/(?:fr|en)(?=\/)/, '');
  const page = pages[bare];
  if (page) return page();
  if (bare.startsWith('/account/university/')) return <UniversityPage />;

  const leftSystem = parseLeftSystem(path);
  if (leftSystem !== null) return <LogoutPage systemId={leftSystem} />;

  const slug = landingSlug(path);
  return slug === null ? null : <LandingPage key={slug} slug={slug} />;
}
