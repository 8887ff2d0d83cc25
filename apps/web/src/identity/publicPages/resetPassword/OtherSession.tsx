import { emailKey } from '@guichet/contract/core/fold';
import { pathAfterSignIn } from '@guichet/contract/systems/landings';
import { useState } from 'react';
import { setLanguage } from '../../../core/i18n/languageStore.ts';
import { keptLanguage } from '../../../core/i18n/lentLanguage.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { useSession } from '../../../core/session/sessionStore.ts';
import { SmallButton, SmallLink } from '../../../ui/buttons/SmallButton.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { forgetSession, leave } from '../logout/leave.ts';

/** Who is signed in here, and whether the link is that person's own; null for nobody. */
export function useSignedIn(userName: string) {
  const claims = useSession((session) => session.decodedToken);
  return claims && { ...claims, isOwn: emailKey(claims.username) === emailKey(userName) };
}

/** Says that the link is for another account than the signed-in one; else nothing. */
export function OtherSession({ userName }: { userName: string }) {
  const t = useT();
  const language = useLanguage();
  const person = useSignedIn(userName);
  const [isLeaving, setLeaving] = useState(false);
  if (!person || person.isOwn) return null;
  const { name, role } = person;

  /** The page stays: it is about the link, which the next person may need. */
  async function leaveHere() {
    setLeaving(true);
    // If the call fails, the session still ends in this browser, and expires on the server.
    await leave(false).catch(() => undefined);
    forgetSession();
    await setLanguage(language);
  }

  return (
    <Notice
      tone="warning"
      action={
        <div className="flex flex-wrap gap-2">
          <SmallLink href={pathAfterSignIn(role, keptLanguage())}>
            {t('ResetPassword.Other.GoOn', { name })}
          </SmallLink>
          <SmallButton busy={isLeaving} onClick={leaveHere}>
            {t('Shell.SignOut')}
          </SmallButton>
        </div>
      }
    >
      {t('ResetPassword.Other', { userName, name })}
    </Notice>
  );
}
