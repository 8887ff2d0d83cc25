import { useT } from '../../../core/i18n/useT.ts';
import { UserDialogs, useUserDialogs } from '../../../identity/pages/users/UserDialogs.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { UploadIcon, UserPlusIcon, UsersIcon } from '../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { ExtraTimesCard } from '../../cohorts/extraTime/ExtraTimesCard.tsx';
import { importHref } from '../../exam/examHrefs.ts';
import { useCohorts } from '../configuration/cohorts/useCohorts.ts';
import { PeopleSection } from '../configuration/users/PeopleSection.tsx';

export interface ExamPeopleProps {
  systemId: number;
  cohortId: number;
  isCancelled: boolean;
  /** Whether the reader has the right to extra time in the system. */
  seesExtraTime: boolean;
  /** The address of the system's configuration. */
  configuration: string;
}

/**
 * The candidates of an exam, with the state of their mail and their place; read-only for a cancelled exam.
 */
export function ExamPeople(props: ExamPeopleProps) {
  const { systemId, cohortId, isCancelled, seesExtraTime, configuration } = props;
  const t = useT();
  const dialogs = useUserDialogs();
  const cohort = useCohorts(systemId, 'active', !isCancelled).data?.find(({ id }) => id === cohortId);
  if (isCancelled)
    return (
      <Card flush title={t('ExamPage.People')}>
        <PeopleSection
          systemId={systemId}
          cohortId={cohortId}
          cohort={null}
          caption={t('ExamPage.People')}
          isAdmin
          isCancelled
          dialogs={dialogs}
        />
      </Card>
    );
  if (!cohort) return null;
  const add = (
    <Button size="sm" icon={UserPlusIcon} onClick={() => dialogs.open({ kind: 'newCandidate' })}>
      {t('NewCandidate')}
    </Button>
  );
  if (cohort.numberOfCandidates === 0)
    return (
      <Card title={t('ExamPage.People')}>
        <EmptyState
          icon={UsersIcon}
          title={t('Users.None.Cohort')}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <ButtonLink
                size="sm"
                variant="primary"
                icon={UploadIcon}
                href={configuration + importHref(cohortId)}
              >
                {t('Cohort.Import')}
              </ButtonLink>
              {add}
            </div>
          }
        />
        <UserDialogs dialogs={dialogs} systemId={systemId} cohort={cohort} />
      </Card>
    );
  return (
    <>
      <Card flush title={t('ExamPage.People')} actions={add}>
        <PeopleSection
          systemId={systemId}
          cohortId={cohortId}
          cohort={cohort}
          caption={cohort.title}
          isAdmin
          offersDeletion={false}
          dialogs={dialogs}
        />
      </Card>
      {seesExtraTime && <ExtraTimesCard exam={{ systemId, cohortId }} onOpen={dialogs.openInfo} />}
    </>
  );
}
