import { parentPort } from 'node:worker_threads';
import { findStrengthFault } from './passwordStrength.ts';

/** A request to the thread, which answers with a fault or null. */
export interface StrengthQuestion {
  readonly password: string;
  readonly around: readonly string[];
}

parentPort?.on('message', ({ password, around }: StrengthQuestion) => {
  parentPort?.postMessage(findStrengthFault(password, around));
});
