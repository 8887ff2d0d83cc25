import type { Preview, PreviewRow } from '@guichet/contract/imports';
import type { Tone } from '../../../ui/states/Notice.tsx';

export const outcomeTones: Readonly<Record<PreviewRow['outcome'], Tone>> = {
  newAccount: 'success',
  knownAccount: 'info',
  alreadyInCohort: 'neutral',
  duplicateInFile: 'warning',
};

/** Number of people that the import would add to the cohort (readings §3). */
export function countPlaced({ counts }: Preview): number {
  return counts.newAccount + counts.knownAccount;
}
