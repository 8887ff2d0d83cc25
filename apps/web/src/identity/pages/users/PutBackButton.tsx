import type { HistoryEntry } from '@guichet/contract/overview/support';
import { useTexts } from '../../../core/i18n/formats.ts';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';

/** The removal of a person from an exam, as long as they can be put back. */
export type LeftExam = NonNullable<HistoryEntry['removal']> & { readonly systemId: number };

/** The button below a history line about a removal that can be undone; renders nothing below other lines. */
export function PutBackButton({
  entry: { at, event, removal, systemId },
  onPress,
}: {
  entry: HistoryEntry;
  onPress: (left: LeftExam) => void;
}) {
  const { t, longDateTime } = useTexts();
  if (!removal || systemId === null) return null;
  const action = t(
    event === 'candidates.moved' ? 'Audit.Action.candidates.moved' : 'Audit.Action.candidate.unenrolled',
  );
  return (
    <div className="mt-1">
      <SmallButton
        aria-label={t('PutBack.OpenOf', { action, when: longDateTime(at) })}
        onClick={() => onPress({ ...removal, systemId })}
      >
        {t('PutBack.Open')}
      </SmallButton>
    </div>
  );
}
