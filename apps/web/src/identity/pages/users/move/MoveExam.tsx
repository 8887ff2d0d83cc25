import { listEntrances } from '@guichet/contract/identity/access';
import type { PersonExam } from '@guichet/contract/identity/users';
import { query, useQuery } from '../../../../core/call/query.ts';
import { useT } from '../../../../core/i18n/formats.ts';
import { isExamOver } from '../../../../core/parts/mails/isExamOver.ts';
import { SmallButton } from '../../../../ui/buttons/SmallButton.tsx';

interface MoveExamProps {
  exam: PersonExam;
  onMove: () => void;
  /** Takes the person out of an exam to come; without it the reader is offered the move alone. */
  onUnenrol?: () => void;
}

/** Moves a person from an exam to another, or out of it, as far as the reader may. */
export function MoveExam({ exam, onMove, onUnenrol }: MoveExamProps) {
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
    </>
  );
}
