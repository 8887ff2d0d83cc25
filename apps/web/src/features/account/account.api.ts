import { chooseFirstPassword } from '@guichet/contract/account';
import { login } from '@guichet/contract/sessions';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../platform/call/call.ts';
import type { NewPasswords } from '../../platform/passwords/NewPasswordFields.tsx';
import { readClaims } from '../../platform/session/readClaims.ts';
import { getSession, signIn } from '../../platform/session/sessionStore.ts';

export function useChooseFirstPassword() {
  return useMutation({ mutationFn: chooseAndGoOn });
}

/** A new password ends every session of the person, this one too; another one is opened with it at once. */
async function chooseAndGoOn(passwords: NewPasswords): Promise<void> {
  await call(chooseFirstPassword, { body: passwords });
  const body = { username: getSession().username ?? '', password: passwords.newPassword };
  // Should that fail, the password stands all the same, and the sign-in page comes next.
  const outcome = await call(login, { body }).catch(() => null);
  const claims = outcome?.success && readClaims(outcome.payload.accessToken);
  if (claims) signIn(outcome.payload, claims);
}
