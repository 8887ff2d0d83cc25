import { checkAccess } from '@guichet/contract/identity/access';
import { navigate } from '../../core/address/location.ts';
import { leaveToDueStep, type WantedPage } from '../../core/address/wantedPage.ts';
import { CallFailed } from '../../core/call/CallFailed.ts';
import { call } from '../../core/call/call.ts';
import { addressInLanguage } from '../../core/i18n/addressLanguage.ts';
import { getLanguageState } from '../../core/i18n/languageStore.ts';

/**
 * Opens the requested page in the current language if the server allows it (readings §2). When a password or
 * a second factor is due, that step comes first. Returns whether it navigated.
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

/** Whether the server allows the page, or `due` for a due step; false when the call fails. */
async function askServer({ systemId, level }: WantedPage): Promise<boolean | 'due'> {
  try {
    return await call(checkAccess, { body: { systemId: systemId ?? 0, accessLevel: level } });
  } catch (failure) {
    return isStepDue(failure) && 'due';
  }
}

/** Whether the server first requires a password or a second factor, as every page behind sign-in does. */
export function isStepDue(failure: unknown): boolean {
  return (
    failure instanceof CallFailed && (failure.code === 'factor.due' || failure.code === 'account.passwordDue')
  );
}
