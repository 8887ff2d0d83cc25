import type { ListedUser } from '@guichet/contract/users';
import { CohortSelect } from '../../../features/cohorts/CohortSelect.tsx';
import { noFilters } from '../../../features/users/list/candidateFilters.ts';
import { numberParam } from '../../../platform/address/params.ts';
import { useAddress } from '../../../platform/address/useAddress.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { UserPlusIcon } from '../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { useUserDialogs } from '../../users/UserDialogs.tsx';
import { CohortMails } from '../cohorts/CohortMails.tsx';
import { useCohorts } from '../cohorts/useCohorts.ts';
import { PeopleSection, peopleParams } from './PeopleSection.tsx';

const params = { ...peopleParams, cohort: numberParam(null) };

export interface UsersTabProps {
  systemId: number;
  systemTitle: string;
  isAdmin: boolean;
}

/** The candidates of a cohort, or everyone in the system. */
export function UsersTab({ systemId, systemTitle, isAdmin }: UsersTabProps) {
  const t = useT();
  const [{ cohort: cohortId }, change] = useAddress(params);
  const dialogs = useUserDialogs();
  const cohorts = useCohorts(systemId, 'active');
  const cohort = cohorts.data?.find(({ id }) => id === cohortId) ?? null;

  const headOf = (users: readonly ListedUser[] | undefined) => (
    <div className="grid items-center gap-x-8 gap-y-2 border-line border-b px-5 py-1.5 max-sm:gap-y-1 lg:grid-cols-[minmax(0,24rem)_1fr]">
      <CohortSelect
        beside
        label={t('Users.Cohort')}
        noneLabel={t('Users.Everybody')}
        cohorts={cohorts.data ?? []}
        value={cohortId}
        onChange={(id) => change({ ...noFilters, cohort: id, page: 1 })}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-sm:flex-nowrap max-sm:items-start">
        {cohortId !== null && users && users.length > 0 && (
          <CohortMails
            systemId={systemId}
            cohortId={cohortId}
            cohort={cohort}
            users={users}
            isAdmin={isAdmin}
          />
        )}
        {isAdmin && (
          <div className="ml-auto flex flex-wrap gap-2">
            {cohort && (
              <Button
                size="sm"
                icon={UserPlusIcon}
                iconOnNarrow
                onClick={() => dialogs.open({ kind: 'newCandidate' })}
              >
                {t('NewCandidate')}
              </Button>
            )}
            <span className={cohort ? 'max-sm:hidden' : 'contents'}>
              <Button
                {...(cohort ? { size: 'sm' } : { icon: UserPlusIcon })}
                onClick={() => dialogs.open({ kind: 'newUser' })}
              >
                {t('NewUser.Open')}
              </Button>
            </span>
          </div>
        )}
      </div>
    </div>
  );

  return (
    <Card flush>
      <PeopleSection
        systemId={systemId}
        cohortId={cohortId}
        cohort={cohort}
        caption={cohort?.title ?? systemTitle}
        isAdmin={isAdmin}
        dialogs={dialogs}
        head={headOf}
      />
    </Card>
  );
}
