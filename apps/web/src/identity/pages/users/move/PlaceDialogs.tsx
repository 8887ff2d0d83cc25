import { languages } from '@guichet/contract/core/language';
import type { UserInfo } from '@guichet/contract/identity/users.changes';
import { useLastGiven } from '../../../../core/timing/useLastGiven.ts';
import { MoveDialog } from '../../../../exams/places/removals/MoveButton.tsx';
import { PutBackDialog } from '../../../../exams/places/removals/PutBackDialog.tsx';
import { useRemovalToast } from '../../../../exams/places/removals/useRemovalToast.ts';
import type { Asked, Person } from '../../../users/person.ts';
import { useMailQuestion } from '../forecast/useMailQuestion.tsx';
import type { LeftExam } from '../PutBackButton.tsx';
import { MissingLink } from '../useMissingLink.tsx';
import { UnenrolPerson } from './UnenrolPerson.tsx';

type HeldExam = UserInfo['exams'][number];

/** The dialogs about a person's place in one exam; `isOverPanel`: their panel stays open below. */
export type PlaceDialog = { readonly isOverPanel?: true } & (
  | ({ readonly kind: 'move' } & Moving)
  | { readonly kind: 'unenrol'; readonly person: UserInfo; readonly exam: HeldExam }
  | { readonly kind: 'putBack'; readonly person: Person; readonly exam: LeftExam }
);

interface PlaceDialogsProps {
  opened: PlaceDialog | null;
  mayUndo: (exam: HeldExam) => boolean;
  /** Called after `onClose` when people were taken out: a message with the undo shows then, which no panel may cover. */
  onDone: () => void;
  onClose: () => void;
}

/** Moves a person to another exam, takes them out of one, or puts them back. */
export function PlaceDialogs({ opened, mayUndo, onDone, onClose }: PlaceDialogsProps) {
  const shown = useLastGiven(opened);
  const isOpen = opened !== null;
  switch (shown?.kind) {
    case 'move':
      return <MovePerson {...shown} isOpen={isOpen} onDone={onDone} onClose={onClose} />;
    case 'unenrol': {
      const { person, exam } = shown;
      return (
        <UnenrolPerson
          systemId={exam.systemId}
          exam={{ ...exam, id: exam.examId, lastDay: exam.endDate }}
          mayUndo={mayUndo(exam)}
          user={isOpen ? inExam(person, exam) : null}
          onUndo={() => document.getElementById('content')?.focus({ preventScroll: true })}
          onDone={onDone}
          onClose={onClose}
        />
      );
    }
    case 'putBack': {
      const { systemId, examId: id, title, removalId } = shown.exam;
      return (
        <PutBackDialog
          systemId={systemId}
          exam={{ id, title }}
          removalId={isOpen ? removalId : null}
          userId={shown.person.id}
          onClose={onClose}
        />
      );
    }
    default:
      return null;
  }
}

/** The person as a list of the exam has them; whether they were told of it the server knows. */
function inExam(person: UserInfo, { systemId }: HeldExam) {
  const key = person.externalList.find((one) => one.systemId === systemId)?.key;
  return { ...person, learningPlatformId: key ?? null, isMailed: true };
}

/** A person, and the exam that they are to leave for another. */
interface Moving {
  readonly person: Person & Pick<UserInfo, 'language'>;
  readonly exam: Pick<UserInfo['exams'][number], 'systemId' | 'examId' | 'title'>;
  readonly asked?: Asked;
}

interface MovePersonProps extends Moving {
  isOpen: boolean;
  onDone: () => void;
  onClose: () => void;
}

function MovePerson({ person, exam, asked, isOpen, onDone, onClose }: MovePersonProps) {
  const { systemId, examId: id, title } = exam;
  const former = { id, title };
  const readers = person.language ? [person.language] : languages;
  const [ask, question] = useMailQuestion();
  const tell = useRemovalToast(systemId, former, () =>
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
      onRemoved={(removed) => {
        tell(removed);
        onDone();
      }}
      onClose={onClose}
    />
  );
}
