import type { Entrance } from '@guichet/contract/identity/access';
import { useLanguage, useT } from '../../core/i18n/useT.ts';

/** Names the systems that are put aside, for staff, with the way to their past exams and people. */
export function ArchivedSystems({ entrances }: { entrances: readonly Entrance[] }) {
  const t = useT();
  const language = useLanguage();
  const archived = entrances.filter(({ isArchived, isSupport }) => isArchived && isSupport);
  if (archived.length === 0) return null;
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-muted text-sm">
      {t('HomePage.Aside')}
      {archived.map(({ systemId, slug, name, title }) => (
        <a
          key={systemId}
          href={`/${slug}/configuration?tab=users`}
          className="wrap-anywhere inline-flex min-h-6 items-center text-accent-ink underline-offset-4 hover:underline"
        >
          {title[language] || name}
        </a>
      ))}
    </p>
  );
}
