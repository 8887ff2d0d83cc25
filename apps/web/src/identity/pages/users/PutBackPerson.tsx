import type { HistoryEntry } from '@guichet/contract/overview/support';
import { useFormats } from '../../../core/i18n/formats.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { PutBackDialog } from '../../../exams/places/removals/PutBackDialog.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import type { Person } from '../../users/person.ts';

/** The removal of a person from an exam, as long as they can be put back. */
export type LeftExam = NonNullable<HistoryEntry['removal']> & { readonly systemId: number };

interface PutBackPersonProps {
  person: Person;
  left: LeftExam;
  isOpen: boolean;
  onClose: () => void;
}

/** Puts back one person alone, of all whom a removal took out. */
export function PutBackPerson({ person, left, isOpen, onClose }: PutBackPersonProps) {
  const { systemId, examId: id, title, removalId } = left;
  return (
    <PutBackDialog
      systemId={systemId}
      exam={{ id, title }}
      removalId={isOpen ? removalId : null}
      userId={person.id}
      onClose={onClose}
    />
  );
}

/** The button below a history line about a removal that can be undone; renders nothing below other lines. */
export function PutBackButton({
  entry: { at, event, removal, systemId },
  onPress,
}: {
  entry: HistoryEntry;
  onPress: (left: LeftExam) => void;
}) {
  const t = useT();
  const { longDateTime } = useFormats();
  if (!removal || systemId === null) return null;
  const action = t(
    event === 'candidates.moved' ? 'Audit.Action.candidates.moved' : 'Audit.Action.candidate.unenrolled',
  );
  return (
    <div className="mt-1">
      <Button
        size="sm"
        aria-label={t('PutBack.OpenOf', { action, when: longDateTime(at) })}
        onClick={() => onPress({ ...removal, systemId })}
      >
        {t('PutBack.Open')}
      </Button>
    </div>
  );
}
