import { languageInAddress } from '../platform/i18n/addressLanguage.ts';
import { usePathname } from '../platform/location.ts';
import { Leave } from './Leave.tsx';

/** S2.1: an unknown path ends on home; with a language before it, the path without the language is tried first. */
export function UnknownPath() {
  const pathname = usePathname();
  const rest = pathname.replace(/^\/[^/]+/, '');
  const hasLanguage = languageInAddress({ pathname, search: '' }) !== null;
  return <Leave to={hasLanguage && rest.length > 1 ? rest + location.search : '/home'} />;
}
