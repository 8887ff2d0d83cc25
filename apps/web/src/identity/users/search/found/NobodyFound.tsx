import { listSimilarNames } from '@guichet/contract/identity/users.search';
import type { ChangeAddress } from '../../../../core/address/useAddress.ts';
import { query, useQuery } from '../../../../core/call/query.ts';
import { useT } from '../../../../core/i18n/useT.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { SearchIcon } from '../../../../ui/icons/moreIcons.tsx';
import { EmptyState } from '../../../../ui/states/EmptyState.tsx';
import { SimilarNames } from '../../list/SimilarNames.tsx';
import { isSameFilter, noFilters, type SearchFilters, type searchParams } from '../filters/searchParams.ts';

interface NobodyFoundProps {
  /** People match, but the page in the address is beyond the last one. */
  isPageGone: boolean;
  filters: SearchFilters;
  onChange: ChangeAddress<typeof searchParams>;
}

/** Stands in for an empty list: the search, similar names, and how to reset the search. */
export function NobodyFound({ isPageGone, filters, onChange }: NobodyFoundProps) {
  const t = useT();
  const search = isPageGone ? '' : filters.q.trim();
  const names = useQuery({ ...query(listSimilarNames, { query: { search } }), enabled: search !== '' });
  if (isPageGone)
    return (
      <EmptyState
        icon={SearchIcon}
        title={t('Search.PageGone.Title')}
        action={<Button onClick={() => onChange({ page: 1 })}>{t('List.First')}</Button>}
      >
        {t('Search.PageGone.Text')}
      </EmptyState>
    );
  if (isSameFilter(filters, noFilters))
    return (
      <EmptyState icon={SearchIcon} title={t('Users.NothingFound.Title')}>
        {t('Search.Nobody')}
      </EmptyState>
    );
  const hasOthers = !isSameFilter({ ...filters, q: '' }, noFilters);
  return (
    <EmptyState
      icon={SearchIcon}
      title={search ? t('Search.NothingFound.For', { search }) : t('Users.NothingFound.Title')}
      action={
        <span className="flex flex-col items-center gap-3">
          <SimilarNames names={names.data ?? []} onSearch={(name) => onChange({ q: name, page: 1 })} />
          <span className="flex flex-wrap justify-center gap-2">
            {search && (
              <Button onClick={() => onChange({ q: '', page: 1 })}>{t('Users.NothingFound.Action')}</Button>
            )}
            {hasOthers && (
              <Button onClick={() => onChange({ ...noFilters, page: 1 })}>
                {t(search ? 'Users.NothingFound.ActionAll' : 'Search.Clear')}
              </Button>
            )}
          </span>
        </span>
      }
    >
      {search ? t('Search.Reach') : t('Search.NothingFound')} {search && hasOthers && t('Search.AndFilters')}
    </EmptyState>
  );
}
