import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { navigate, useQuerySystemId } from '../../core/address/location.ts';
import { fallBackHome, leaveToSignIn, type WantedPage } from '../../core/address/wantedPage.ts';
import { languageInAddress } from '../../core/i18n/addressLanguage.ts';

/** Renders nothing and redirects; replaces the history entry. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, 'replace'), [to]);
  return null;
}

/** Redirects to sign-in, which later returns here; passes on the system of the route or query (S2.2). */
export function SignInFirst({ systemId, level }: Omit<WantedPage, 'address'>) {
  const querySystemId = useQuerySystemId();
  useEffect(
    () => leaveToSignIn({ systemId, level }, systemId ?? querySystemId),
    [systemId, level, querySystemId],
  );
  return null;
}

/** S2.1: an unknown path redirects home, unless it is a language followed by a page's path. */
export function UnknownPath() {
  const router = useRouter();
  // Decided once: this component is still rendered while the new page loads, and must not redirect again.
  const [destination] = useState(() => {
    const { pathname, search } = location;
    const rest = pathname.replace(/^\/[^/]+/, '');
    const hasLanguage = languageInAddress({ pathname, search: '' }) !== null;
    const [, , page] = router.getMatchedRoutes(rest);
    return hasLanguage && page ? rest + search : null;
  });
  return destination === null ? <FallBackHome /> : <Redirect to={destination} />;
}

function FallBackHome() {
  useEffect(fallBackHome, []);
  return null;
}
