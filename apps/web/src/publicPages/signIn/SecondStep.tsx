import type { SecondFactorNeeded } from '@guichet/contract/factors.challenge';
import { SecondFactorForm } from '../../features/sessions/SecondFactorForm.tsx';
import type { Refusal } from '../../platform/session/RefusalNotice.tsx';
import { goOn } from './openSession.ts';

export interface SecondStepProps {
  needed: SecondFactorNeeded;
  /** Back to the password; with what to say where it is not the person who goes back. */
  onBeginAnew: (why: Refusal | null) => void;
}

export default function SecondStep({ needed, onBeginAnew }: SecondStepProps) {
  return <SecondFactorForm needed={needed} onOpen={() => void goOn()} onBeginAnew={onBeginAnew} />;
}
