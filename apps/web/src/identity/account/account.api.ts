import type { BodyOf } from '@guichet/contract/core/endpoint';
import { changePassword, chooseFirstPassword } from '@guichet/contract/identity/account';
import { login } from '@guichet/contract/identity/sessions';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../core/call/call.ts';
import type { NewPasswords } from '../../core/parts/passwords/NewPasswordFields.tsx';
import { takeSession } from '../../core/session/readClaims.ts';
import { getSession } from '../../core/session/sessionStore.ts';

export function useChooseFirstPassword() {
  return useMutation({
    mutationFn: async (passwords: NewPasswords) => {
      await call(chooseFirstPassword, { body: passwords });
      await goOnWith(passwords.newPassword);
    },
  });
}

/** Returns false when the current password is wrong. */
export function useChangePassword() {
  return useMutation({
    mutationFn: async (form: BodyOf<typeof changePassword>) => {
      const isChanged = await call(changePassword, { body: form });
      if (isChanged) await goOnWith(form.newPassword);
      return isChanged;
    },
  });
}

/** Opens a new session at once, since a new password ends every session of the person, including this one. */
async function goOnWith(password: string): Promise<void> {
  const body = { username: getSession().username ?? '', password };
  // If the sign-in fails, the password is still changed, and the sign-in page follows.
  const reply = await call(login, { body }).catch(() => null);
  if (reply?.outcome === 'signedIn') takeSession(reply.tokens);
}
