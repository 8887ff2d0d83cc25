import { useEffect, useState } from 'react';
import { useLanguage } from '../../core/i18n/useT.ts';
import type { PublicLabel } from './findPublicText.ts';

const load = () => import('./findPublicText.ts');

// Fetches the script at once when the address has a system, in parallel with the translations.
if (new URLSearchParams(location.search).has('systemId')) load().catch(() => undefined);

/** A public text in the current language: undefined while loading, null without one or after a failure. */
export function usePublicText(systemId: number | null, label: PublicLabel): string | null | undefined {
  const language = useLanguage();
  const wanted = `${systemId}/${language}/${label}`;
  const [found, setFound] = useState<{ wanted: string; text: string | null } | null>(null);

  useEffect(() => {
    if (systemId === null) return;
    const leaving = new AbortController();
    void load()
      .then(({ findPublicText }) => findPublicText(systemId, language, label, leaving.signal))
      .catch(() => null)
      .then((text) => leaving.signal.aborted || setFound({ wanted, text }));
    return () => leaving.abort();
  }, [systemId, language, label, wanted]);

  if (systemId === null) return null;
  return found?.wanted === wanted ? found.text : undefined;
}
