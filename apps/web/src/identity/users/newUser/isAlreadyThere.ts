import { CallFailed } from '../../../core/call/CallFailed.ts';

/** S8.5: whether the address has an account already. */
export function isAlreadyThere(failure: unknown): boolean {
  return failure instanceof CallFailed && failure.status === 400 && failure.errors.length === 0;
}
