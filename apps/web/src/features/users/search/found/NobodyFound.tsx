import { useT } from '../../../../platform/i18n/useT.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { SearchIcon } from '../../../../ui/icons/moreIcons.tsx';
import { EmptyState } from '../../../../ui/states/EmptyState.tsx';

export interface NobodyFoundProps {
  why: 'nobody' | 'filtered' | 'pageGone';
  /** Clears the filters, or returns to the first page. */
  onLeave: () => void;
}

/** Shown instead of an empty list. */
export function NobodyFound({ why, onLeave }: NobodyFoundProps) {
  const t = useT();
  if (why === 'nobody') {
    return (
      <EmptyState icon={SearchIcon} title={t('Users.NothingFound.Title')}>
        {t('Search.Nobody')}
      </EmptyState>
    );
  }
  const isFiltered = why === 'filtered';
  return (
    <EmptyState
      icon={SearchIcon}
      title={t(isFiltered ? 'Users.NothingFound.Title' : 'Search.PageGone.Title')}
      action={<Button onClick={onLeave}>{t(isFiltered ? 'Search.Clear' : 'List.First')}</Button>}
    >
      {t(isFiltered ? 'Search.NothingFound' : 'Search.PageGone.Text')}
    </EmptyState>
  );
}
