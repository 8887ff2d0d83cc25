import { listEntrances } from '@guichet/contract/identity/access';
import { findWorkshop, listProfessions, listRoles } from '@guichet/contract/identity/users.search';
import { useCallback, useEffect, useState } from 'react';
import { useAddress } from '../../../core/address/useAddress.ts';
import { query, useQuery, useQueryClient } from '../../../core/call/query.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { ExportMenu } from '../../../core/lists/saving/ExportMenu.tsx';
import { type PageProps, TitledPage } from '../../../core/page/TitledPage.tsx';
import { UniversityZone } from '../../../core/parts/zone/UniversityZone.tsx';
import { useDelayedFlag } from '../../../core/timing/useDelayedFlag.ts';
import { Views } from '../../../overview/views/Views.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { UserPlusIcon } from '../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { ProgressBar } from '../../../ui/states/ProgressBar.tsx';
import { filterDelayMs } from '../../users/search/filters/filterDelay.ts';
import { SearchFilterBar } from '../../users/search/filters/SearchFilterBar.tsx';
import {
  isSameFilter,
  noFilters,
  pickFilters,
  type SearchFilters,
  type SearchState,
  searchParams,
} from '../../users/search/filters/searchParams.ts';
import { useSearchWords } from '../../users/search/filters/useSearchWords.ts';
import { FoundUserList } from '../../users/search/found/FoundUserList.tsx';
import { foundUsersFileRows } from '../../users/search/found/foundUsersFile.ts';
import { fetchAllFound, foundUsersOptions } from '../../users/search/search.api.ts';
import { useRoleWords } from '../../users/useRoleWords.ts';
import { UserDialogs, useUserDialogs } from './UserDialogs.tsx';

/** The parameters that a saved view of people keeps. */
const viewParams = [...Object.keys(noFilters), 'sort'];

/** The people of the systems that the reader administers; with `workshopId`, of one exam (S2.56). */
export function UsersPage({ title }: PageProps) {
  const t = useT();
  const language = useLanguage();
  const [state, change] = useAddress(searchParams);
  const found = useQuery(foundUsersOptions(useQueryClient(), state, language));
  const roles = useQuery(query(listRoles, { language }));
  const professions = useQuery(query(listProfessions, { language }));
  const workshop = useQuery({
    ...query(findWorkshop, { params: { workshopId: state.workshopId ?? 0 } }),
    enabled: state.workshopId !== null,
  });
  const dialogs = useUserDialogs(
    state.new && { kind: 'newUser', sought: state.new === 'true' ? null : state.new },
  );
  const apply = useCallback((filters: SearchFilters) => change({ ...filters, page: 1 }), [change]);
  const draft = useFilterDraft(pickFilters(state), apply);
  const isLoading = useDelayedFlag(found.isFetching);

  const missing = t(workshop.isPending ? 'Loading' : 'Exam.Gone');
  const workshopTitle = state.workshopId === null ? null : (workshop.data?.title ?? missing);
  const heading = workshop.data ? t('UsersPage.OfWorkshop', { title: workshop.data.title }) : title;

  return (
    <TitledPage
      dense
      title={heading}
      step={title}
      description={
        <>
          {t('UsersPage.Lead')} <UniversityZone />
        </>
      }
      actions={
        <>
          <Views list="users" params={viewParams} />
          <ExportFound
            caption={heading}
            workshopOf={workshop.data?.systemId}
            state={{ ...state, ...draft.filters }}
            disabled={!found.data?.totalItems && !draft.isWaiting}
          />
          <Button variant="primary" icon={UserPlusIcon} onClick={() => dialogs.open({ kind: 'newUser' })}>
            {t('NewUser.Open')}
          </Button>
        </>
      }
    >
      <Card flush>
        <div className="px-5 pt-2">
          <SearchFilterBar
            filters={draft.filters}
            onChange={draft.change}
            onApply={draft.applyNow}
            roles={roles.data ?? []}
            professions={professions.data ?? []}
            workshopTitle={workshopTitle}
          />
        </div>
        {/* Reserves the space of the bar, so that nothing below it jumps. */}
        <div className="mt-1.5 h-1.5">
          {(draft.isWaiting || isLoading) && <ProgressBar label={t('Search.Updating')} labelHidden />}
        </div>
        <div className="border-line border-t">
          <FoundUserList
            caption={heading}
            query={found}
            isUpdating={draft.isWaiting}
            state={state}
            onChange={change}
            onChangePassword={dialogs.openPassword}
            onInfo={dialogs.openInfo}
          />
        </div>
      </Card>
      <UserDialogs dialogs={dialogs} />
    </TitledPage>
  );
}

interface Draft {
  readonly filters: SearchFilters;
  /** The filters applied when the draft began; the draft is dropped when other filters are applied. */
  readonly over: SearchFilters;
}

/**
 * The filters being edited: applied together two seconds after the last change, or at once with `applyNow`.
 * When the applied filters change by themselves (Back), the draft follows.
 */
function useFilterDraft(applied: SearchFilters, apply: (filters: SearchFilters) => void) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const isOver = draft !== null && !isSameFilter(draft.over, applied);
  if (isOver) setDraft(null);
  const filters = draft === null || isOver ? applied : draft.filters;
  const isWaiting = !isSameFilter(filters, applied);

  const applyNow = useCallback(() => isWaiting && apply(filters), [isWaiting, apply, filters]);

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => apply(filters), filterDelayMs);
    return () => clearTimeout(timer);
  }, [isWaiting, filters, apply]);

  function change(patch: Partial<SearchFilters>) {
    setDraft({ filters: { ...filters, ...patch }, over: applied });
  }

  return { filters, change, applyNow, isWaiting };
}

interface ExportFoundProps {
  caption: string;
  /** The system of the exam by which the list is filtered. */
  workshopOf: number | undefined;
  state: SearchState;
  disabled: boolean;
}

/** Saves all people who match the filters as they stand on the screen, on all pages, in the order of the screen. */
function ExportFound({ caption, workshopOf, state, disabled }: ExportFoundProps) {
  const t = useT();
  const home = useQuery(query(listEntrances)).data;
  const own = (home?.entrances ?? []).filter(({ isAdmin, isSupport }) => isAdmin || isSupport);
  // Without an exam, the list of a super admin has people of no system too.
  const among =
    state.workshopId === null
      ? own.filter(() => !home?.isSuperAdmin)
      : own.filter(({ systemId }) => systemId === workshopOf);
  const [only, ...more] = among;
  const systemId = only?.isAdmin && more.length === 0 ? only.systemId : null;
  const columns = useSearchWords();
  const roleWords = useRoleWords();

  async function fetchRows() {
    const words = { columns, roleWords, yes: t('Dialog.Yes'), no: t('Dialog.No') };
    return foundUsersFileRows((await fetchAllFound(state)).data, words);
  }

  return <ExportMenu {...{ caption, systemId, fetchRows, disabled }} />;
}
