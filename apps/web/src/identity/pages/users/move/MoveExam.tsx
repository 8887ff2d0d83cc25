import { listEntrances } from '@guichet/contract/identity/access';
import type { PersonExam } from '@guichet/contract/identity/users';
import type { UserInfo } from '@guichet/contract/identity/users.changes';
import { query, useQuery } from '../../../../core/call/query.ts';
import { useT } from '../../../../core/i18n/formats.ts';
import { isExamOver } from '../../../../core/parts/mails/isExamOver.ts';
import { WriteButton } from '../../../../exams/notices/letters/WriteButton.tsx';
import { SmallButton } from '../../../../ui/buttons/SmallButton.tsx';

interface MoveExamProps {
  exam: PersonExam;
  onMove: () => void;
  /** Takes the person out of an exam to come; without it the reader is offered the move alone. */
  onUnenrol?: () => void;
  /** Who may be written to about the exam; without it the reader is offered the move alone. */
  writeTo?: Pick<UserInfo, 'id' | 'fullName' | 'email'>;
}

/** Moves a person from an exam to another, or out of it, or writes to them about it, as far as the reader may. */
export function MoveExam({ exam, onMove, onUnenrol, writeTo }: MoveExamProps) {
  const t = useT();
  const home = useQuery(query(listEntrances));
  const entrance = home.data?.entrances.find(({ systemId }) => systemId === exam.systemId);
  if (exam.isCancelled || !entrance) return null;
  return (
    <>
      {entrance.isAdmin && (
        <SmallButton aria-label={t('Move.OneOf', { title: exam.title })} onClick={onMove}>
          {t('Move.Action')}
        </SmallButton>
      )}
      {onUnenrol && !isExamOver({ ...exam, endTime: '', lastDay: exam.endDate }) && (
        <SmallButton aria-label={t('Unenrol.From', { title: exam.title })} onClick={onUnenrol}>
          {t('TakeOut.Action')}
        </SmallButton>
      )}
      {entrance.isAdmin && writeTo && (
        <WriteButton
          systemId={exam.systemId}
          examId={exam.examId}
          to={{ audience: 'chosen', people: [writeTo] }}
          label={t('Letter.Write.About', { title: exam.title })}
        />
      )}
    </>
  );
}
