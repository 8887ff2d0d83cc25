import { useT } from '../../platform/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { UserPlusIcon } from '../../ui/icons/moreIcons.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { useCohorts } from '../configuration/cohorts/useCohorts.ts';
import { PeopleSection } from '../configuration/users/PeopleSection.tsx';
import { useUserDialogs } from '../users/UserDialogs.tsx';

/** Each candidate of an exam that is not cancelled, with the state of her mail and of her place; nothing while nobody is in. */
export function ExamPeople({ systemId, cohortId }: { systemId: number; cohortId: number }) {
  const t = useT();
  const dialogs = useUserDialogs();
  const cohort = useCohorts(systemId, 'active').data?.find(({ id }) => id === cohortId);
  if (!cohort || cohort.numberOfCandidates === 0) return null;
  return (
    <Card
      flush
      title={t('ExamPage.People')}
      actions={
        <Button
          size="sm"
          icon={UserPlusIcon}
          onClick={() => dialogs.open({ kind: 'newUser', isCandidate: true })}
        >
          {t('NewUser.Candidate')}
        </Button>
      }
    >
      <PeopleSection
        systemId={systemId}
        cohortId={cohortId}
        cohort={cohort}
        caption={cohort.title}
        isAdmin
        dialogs={dialogs}
      />
    </Card>
  );
}
