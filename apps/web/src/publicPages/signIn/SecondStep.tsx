import type { SecondFactorNeeded } from '@guichet/contract/factors.challenge';
import { SecondFactorForm } from '../../features/sessions/SecondFactorForm.tsx';
import type { Refusal } from '../../platform/session/RefusalNotice.tsx';
import { goOn } from './openSession.ts';

export interface SecondStepProps {
  needed: SecondFactorNeeded;
  /** Returns to the password, with a text to show unless the person chose to go back. */
  onBeginAnew: (why: Refusal | null) => void;
}

export default function SecondStep({ needed, onBeginAnew }: SecondStepProps) {
  return <SecondFactorForm needed={needed} onOpen={() => void goOn()} onBeginAnew={onBeginAnew} />;
}
