import { useLanguage } from '../../../core/i18n/useT.ts';
import { later } from '../../../core/page/later.tsx';

const FoundOffice = later(() => import('./FoundOffice.tsx'));
/** The system whose office the server has put into the page (core/http/pages/firstPage.ts); 0 for none. */
const systemOfPage = Number(new URLSearchParams(location.search).get('systemId'));
const drawnIn = (language: string) => document.querySelector<HTMLTemplateElement>(`#office-${language}`);

/** How to reach the office of a system, or else of the university: from the page, or by a call after a way without loading. */
export function OfficeHelp({ systemId }: { systemId: number | null }) {
  const language = useLanguage();
  if (Number(systemId) !== systemOfPage || !drawnIn(language)) return <FoundOffice systemId={systemId} />;
  return <div key={language} lang={language} ref={showDrawn} />;
}

function showDrawn(place: HTMLDivElement | null): void {
  place?.replaceChildren(drawnIn(place.lang)?.content.cloneNode(true) ?? '');
}
