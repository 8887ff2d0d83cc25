import { numberParam, useAddress } from '../../../../core/address/useAddress.ts';
import { useT } from '../../../../core/i18n/useT.ts';
import { useUserDialogs } from '../../../../identity/pages/users/UserDialogs.tsx';
import { noFilters } from '../../../../identity/users/list/candidateFilters.ts';
import { Menu } from '../../../../ui/aria/Menu.tsx';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { SmallButton } from '../../../../ui/buttons/SmallButton.tsx';
import { UserPlusIcon } from '../../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { ExamSelect } from '../../../places/ExamSelect.tsx';
import { ExamMails } from '../exams/ExamMails.tsx';
import { useExams } from '../exams/useExams.ts';
import { PeopleSection, peopleParams } from './PeopleSection.tsx';

const params = { ...peopleParams, exam: numberParam(null) };

export interface UsersTabProps {
  systemId: number;
  systemTitle: string;
  isAdmin: boolean;
}

/** The candidates of an exam, or everyone in the system. */
export function UsersTab({ systemId, systemTitle, isAdmin }: UsersTabProps) {
  const t = useT();
  const [{ exam: examId }, change] = useAddress(params);
  const dialogs = useUserDialogs();
  const exams = useExams(systemId, 'active');
  const exam = exams.data?.find(({ id }) => id === examId) ?? null;
  // While the exam is on its way its button stands there already, and is not replaced under the pointer.
  const isOfExam = exam !== null || (examId !== null && exams.isPending);

  const tools = isAdmin && (
    <span className="flex shrink-0 items-center gap-1">
      {isOfExam ? (
        <>
          <SmallButton
            icon={UserPlusIcon}
            iconOnNarrow
            disabled={exam === null}
            onClick={() => dialogs.open({ kind: 'newCandidate' })}
          >
            {t('NewCandidate')}
          </SmallButton>
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
        examId={examId}
        exam={exam}
        caption={exam?.title ?? systemTitle}
        isAdmin={isAdmin}
        dialogs={dialogs}
        head={
          <div className="px-5 py-1.5 xl:pr-0">
            <ExamSelect
              beside
              label={t('Users.Exam')}
              noneLabel={t('Users.Everybody')}
              exams={exams.data}
              value={examId}
              onChange={(id) => change({ ...noFilters, exam: id, page: 1 })}
            />
          </div>
        }
        tools={tools}
        {...(examId !== null && {
          line: (users) => (
            <ExamMails systemId={systemId} examId={examId} exam={exam} users={users} isAdmin={isAdmin} />
          ),
        })}
      />
    </Card>
  );
}
