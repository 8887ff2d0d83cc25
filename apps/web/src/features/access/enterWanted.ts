import { checkAccess } from '@guichet/contract/access';
import { navigate } from '../../platform/address/location.ts';
import { leaveToDueStep, type WantedPage } from '../../platform/address/wantedPage.ts';
import { CallFailed } from '../../platform/call/CallFailed.ts';
import { call } from '../../platform/call/call.ts';
import { addressInLanguage } from '../../platform/i18n/addressLanguage.ts';
import { getLanguageState } from '../../platform/i18n/languageStore.ts';

/**
 * Goes on to a page that was wanted, in the language chosen by now, where the server says that this person may enter it
 * (readings §2); where a password or a second factor is due first, by way of that step. Says whether it went.
 */
export async function enterWanted(wanted: WantedPage): Promise<boolean> {
  const answer = await askServer(wanted);
  if (answer === 'due') leaveToDueStep(wanted, 'push');
  else if (answer) {
    const url = new URL(wanted.address, location.origin);
    navigate(addressInLanguage(url, getLanguageState().language));
  }
  return answer !== false;
}

/** Where it cannot be learned, the answer is no. */
async function askServer({ systemId, level }: WantedPage): Promise<boolean | 'due'> {
  try {
    return await call(checkAccess, { body: { systemId: systemId ?? 0, accessLevel: level } });
  } catch (failure) {
    return isStepDue(failure) && 'due';
  }
}

/** Whether the server first wants a password or a second factor, which every page behind sign-in asks for. */
export function isStepDue(failure: unknown): boolean {
  return (
    failure instanceof CallFailed && (failure.code === 'factor.due' || failure.code === 'account.passwordDue')
  );
}
