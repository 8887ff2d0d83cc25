import { numberParam } from '../../../../core/address/params.ts';
import { useAddress } from '../../../../core/address/useAddress.ts';
import { useT } from '../../../../core/i18n/useT.ts';
import { useUserDialogs } from '../../../../identity/pages/users/UserDialogs.tsx';
import { noFilters } from '../../../../identity/users/list/candidateFilters.ts';
import { Menu } from '../../../../ui/aria/Menu.tsx';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { UserPlusIcon } from '../../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { CohortSelect } from '../../../cohorts/CohortSelect.tsx';
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

  const tools = isAdmin && (
    <span className="flex shrink-0 items-center gap-1">
      {cohort ? (
        <>
          <Button
            size="sm"
            icon={UserPlusIcon}
            iconOnNarrow
            onClick={() => dialogs.open({ kind: 'newCandidate' })}
          >
            {t('NewCandidate')}
          </Button>
          <Menu
            label={t('Users.More')}
            entries={[
              {
                id: 'newUser',
                label: t('NewUser.Open'),
                icon: UserPlusIcon,
                onSelect: () => dialogs.open({ kind: 'newUser' }),
              },
            ]}
          />
        </>
      ) : (
        <Button icon={UserPlusIcon} onClick={() => dialogs.open({ kind: 'newUser' })}>
          {t('NewUser.Open')}
        </Button>
      )}
    </span>
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
        head={
          <div className="px-5 py-1.5 xl:pr-0">
            <CohortSelect
              beside
              label={t('Users.Cohort')}
              noneLabel={t('Users.Everybody')}
              cohorts={cohorts.data ?? []}
              value={cohortId}
              onChange={(id) => change({ ...noFilters, cohort: id, page: 1 })}
            />
          </div>
        }
        tools={tools}
        {...(cohortId !== null && {
          line: (users) => (
            <CohortMails
              systemId={systemId}
              cohortId={cohortId}
              cohort={cohort}
              users={users}
              isAdmin={isAdmin}
            />
          ),
        })}
      />
    </Card>
  );
}
