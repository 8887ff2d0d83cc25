import { listEntrances } from '@guichet/contract/identity/access';
import type { PersonExam } from '@guichet/contract/identity/users';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../../core/call/query.ts';
import { useT } from '../../../../core/i18n/useT.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';

/** Moves a person from an exam to another; renders nothing where the reader may not. */
export function MoveExam({ exam, onMove }: { exam: PersonExam; onMove: () => void }) {
  const t = useT();
  const home = useQuery(query(listEntrances));
  const entrance = home.data?.entrances.find(({ systemId }) => systemId === exam.systemId);
  if (exam.isCancelled || !entrance?.isAdmin) return null;
  return (
    <Button size="sm" aria-label={t('Move.OneOf', { title: exam.title })} onClick={onMove}>
      {t('Move.Action')}
    </Button>
  );
}
