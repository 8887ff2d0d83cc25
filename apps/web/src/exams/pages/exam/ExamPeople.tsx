import { useT } from '../../../core/i18n/useT.ts';
import { UserDialogs, useUserDialogs } from '../../../identity/pages/users/UserDialogs.tsx';
import { SmallButton, SmallLink } from '../../../ui/buttons/SmallButton.tsx';
import { UploadIcon, UserPlusIcon, UsersIcon } from '../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { importHref } from '../../exam/examHrefs.ts';
import { ExtraTimesCard } from '../../results/extraTime/ExtraTimesCard.tsx';
import { useExams } from '../configuration/exams/useExams.ts';
import { PeopleSection } from '../configuration/users/PeopleSection.tsx';

export interface ExamPeopleProps {
  systemId: number;
  examId: number;
  isCancelled: boolean;
  seesExtraTime: boolean;
  /** The address of the system's configuration. */
  configuration: string;
}

/** The candidates of an exam, with the states of mail and place; read-only for a cancelled exam. */
export function ExamPeople(props: ExamPeopleProps) {
  const { systemId, examId, isCancelled, seesExtraTime, configuration } = props;
  const t = useT();
  const dialogs = useUserDialogs();
  const exam = useExams(systemId, 'active', !isCancelled).data?.find(({ id }) => id === examId);
  if (isCancelled)
    return (
      <Card flush title={t('ExamPage.People')}>
        <PeopleSection
          systemId={systemId}
          examId={examId}
          exam={null}
          caption={t('ExamPage.People')}
          isAdmin
          isCancelled
          dialogs={dialogs}
        />
      </Card>
    );
  if (!exam) return null;
  const add = (
    <SmallButton icon={UserPlusIcon} onClick={() => dialogs.open({ kind: 'newCandidate' })}>
      {t('NewCandidate')}
    </SmallButton>
  );
  if (exam.numberOfCandidates === 0)
    return (
      <Card title={t('ExamPage.People')}>
        <EmptyState
          icon={UsersIcon}
          title={t('Users.None.Exam')}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <SmallLink variant="primary" icon={UploadIcon} href={configuration + importHref(examId)}>
                {t('Exam.Import')}
              </SmallLink>
              {add}
            </div>
          }
        />
        <UserDialogs dialogs={dialogs} systemId={systemId} exam={exam} />
      </Card>
    );
  return (
    <>
      <Card flush title={t('ExamPage.People')} actions={add}>
        <PeopleSection
          systemId={systemId}
          examId={examId}
          exam={exam}
          caption={exam.title}
          isAdmin
          dialogs={dialogs}
        />
      </Card>
      {seesExtraTime && <ExtraTimesCard exam={{ systemId, examId }} onOpen={dialogs.openInfo} />}
    </>
  );
}
