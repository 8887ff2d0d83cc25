import type { Correction } from '@guichet/contract/exams/candidate.corrections';
import { useT } from '../../../core/i18n/useT.ts';
import { StateChip } from '../../../ui/states/Badge.tsx';

const tones = { answered: 'success', declined: 'neutral' } as const;

export function CorrectionState({ outcome, passedOn }: Pick<Correction, 'outcome' | 'passedOn'>) {
  const t = useT();
  return (
    <StateChip tone={outcome ? tones[outcome] : 'info'}>
      {outcome
        ? t(`Correction.Outcome.${outcome}`)
        : t(passedOn?.by ? 'Correction.PassedOn' : 'Correction.Open')}
    </StateChip>
  );
}
