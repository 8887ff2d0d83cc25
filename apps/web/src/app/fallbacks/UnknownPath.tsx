import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { fallBackHome } from '../../platform/address/wantedPage.ts';
import { languageInAddress } from '../../platform/i18n/addressLanguage.ts';
import { Leave } from './Leave.tsx';

/** S2.1: an unknown path redirects home, unless it is a language followed by a page's path. */
export function UnknownPath() {
  const router = useRouter();
  // Decided once: while the new page loads, this one is still rendered and must not redirect again.
  const [destination] = useState(() => {
    const { pathname, search } = location;
    const rest = pathname.replace(/^\/[^/]+/, '');
    const hasLanguage = languageInAddress({ pathname, search: '' }) !== null;
    const [, , page] = router.getMatchedRoutes(rest);
    return hasLanguage && page ? rest + search : null;
  });
  return destination === null ? <FallBackHome /> : <Leave to={destination} />;
}

function FallBackHome() {
  useEffect(fallBackHome, []);
  return null;
}
