import { languages } from '@guichet/contract/core/language';
import type { ListedExam } from '@guichet/contract/exams/exams.list';
import { maxCandidatesAtOnce } from '@guichet/contract/exams/places';
import type { ListedUser } from '@guichet/contract/identity/users';
import { useMailQuestion } from '../../../../identity/pages/users/forecast/useMailQuestion.tsx';
import { MissingLink } from '../../../../identity/pages/users/useMissingLink.tsx';
import { NoticeMails } from '../../../exam/changes/NoticeMails.tsx';
import { WriteButton } from '../../../notices/letters/WriteButton.tsx';
import { MoveButton } from '../../../places/removals/MoveButton.tsx';
import { TakeOutButton } from '../../../places/removals/TakeOutButton.tsx';
import { useRemovalToast } from '../../../places/removals/useRemovalToast.ts';
import { AttestMenu } from '../../../results/AttestMenu.tsx';
import { InviteButton } from './InviteButton.tsx';

export interface ChosenCandidatesProps {
  systemId: number;
  exam: ListedExam;
  users: readonly ListedUser[];
  /** Called when an undo is pressed in a toast, which then disappears. */
  onUndo: () => void;
}

export function ChosenCandidates({ systemId, exam, users, onUndo }: ChosenCandidatesProps) {
  const onRemoved = useRemovalToast(systemId, exam, onUndo);
  const [ask, question] = useMailQuestion();
  const disabled = users.length === 0 || users.length > maxCandidatesAtOnce;
  const chosen = { systemId, exam, users, disabled, onRemoved };
  const people = users.map(({ id, fullName, email }) => ({ id, fullName, email }));
  const readers = languages.filter((language) => users.some((user) => user.language === language));
  return (
    <>
      <MoveButton
        {...chosen}
        missingLink={<MissingLink systemId={systemId} readers={readers} />}
        askFirst={(examId, goOn) => ask({ systemId, examId, readers, asksOfMissing: true }, goOn)}
        question={question}
      />
      <TakeOutButton
        {...chosen}
        mail={(notes) => (
          <NoticeMails systemId={systemId} examId={exam.id} kind="examLeft" notes={notes} readers={readers} />
        )}
      />
      <InviteButton {...chosen} isSelection />
      <WriteButton
        systemId={systemId}
        examId={exam.id}
        to={{ audience: 'chosen', people }}
        disabled={disabled}
      />
      <AttestMenu systemId={systemId} exam={exam} users={users} />
    </>
  );
}
