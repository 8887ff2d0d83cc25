import { languages } from '@guichet/contract/core/language';
import type { UserInfo } from '@guichet/contract/identity/users.changes';
import { MoveDialog } from '../../../../exams/places/removals/MoveButton.tsx';
import { useRemovalToast } from '../../../../exams/places/removals/useRemovalToast.ts';
import type { Asked, Person } from '../../../users/person.ts';
import { useMailQuestion } from '../forecast/useMailQuestion.tsx';
import { MissingLink } from '../useMissingLink.tsx';

/** A person, and the exam that they are to leave for another. */
export interface Moving {
  readonly person: Person & Pick<UserInfo, 'language'>;
  readonly exam: Pick<UserInfo['exams'][number], 'systemId' | 'examId' | 'title'>;
  readonly asked?: Asked;
}

interface MovePersonProps extends Moving {
  isOpen: boolean;
  onClose: () => void;
}

export function MovePerson({ person, exam, asked, isOpen, onClose }: MovePersonProps) {
  const { systemId, examId: id, title } = exam;
  const former = { id, title };
  const readers = person.language ? [person.language] : languages;
  const [ask, question] = useMailQuestion();
  const onRemoved = useRemovalToast(systemId, former, () =>
    document.getElementById('content')?.focus({ preventScroll: true }),
  );
  return (
    <MoveDialog
      systemId={systemId}
      exam={former}
      asked={asked}
      users={isOpen ? [person] : null}
      missingLink={<MissingLink systemId={systemId} readers={readers} />}
      askFirst={(examId, goOn) => ask({ systemId, examId, readers, asksOfMissing: true }, goOn)}
      question={question}
      onRemoved={onRemoved}
      onClose={onClose}
    />
  );
}
