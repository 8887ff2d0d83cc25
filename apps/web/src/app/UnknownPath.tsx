import { languageInAddress } from '../platform/i18n/addressLanguage.ts';
import { Leave } from './Leave.tsx';

/** S2.1: an unknown path ends on home; with a language before it, the path without the language is tried first. */
export function UnknownPath() {
  const { pathname, search } = window.location;
  const rest = pathname.replace(/^\/[^/]+/, '');
  const isRestWorthTrying = languageInAddress({ pathname, search: '' }) !== null && rest.length > 1;
  return <Leave to={isRestWorthTrying ? rest + search : '/home'} />;
}
