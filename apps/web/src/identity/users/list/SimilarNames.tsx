import type { SimilarName } from '@guichet/contract/identity/users.search';
import { useT } from '../../../core/i18n/useT.ts';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';

interface SimilarNamesProps {
  names: readonly SimilarName[];
  /** Searches one of the names. */
  onSearch: (name: string) => void;
}

/** Names written almost like a search that found nobody, each with whoever alone has it. */
export function SimilarNames({ names, onSearch }: SimilarNamesProps) {
  const t = useT();
  if (names.length === 0) return null;
  return (
    <span className="flex flex-wrap items-center justify-center gap-2">
      <span className="text-muted">{t('Search.Similar')}</span>
      {names.map(({ name, person }) => {
        const label = person ? `${person.fullName} · ${person.email}` : name;
        return (
          <SmallButton
            key={name}
            aria-label={t('Search.Similar.Search', { name: label })}
            onClick={() => onSearch(name)}
          >
            {label}
          </SmallButton>
        );
      })}
    </span>
  );
}
