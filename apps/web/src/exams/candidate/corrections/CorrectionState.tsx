import type { Correction } from '@guichet/contract/exams/candidate.corrections';
import { useT } from '../../../core/i18n/useT.ts';
import { StateChip } from '../../../ui/states/Badge.tsx';

const tones = { answered: 'success', declined: 'neutral' } as const;

export function CorrectionState({ outcome }: Pick<Correction, 'outcome'>) {
  const t = useT();
  return (
    <StateChip tone={outcome ? tones[outcome] : 'info'}>
      {t(outcome ? `Correction.Outcome.${outcome}` : 'Correction.Open')}
    </StateChip>
  );
}
