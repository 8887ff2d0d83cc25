import { useEffect, useState } from 'react';
import { getSession } from '../../platform/session/sessionStore.ts';

/** Hands a person who is signed in on to the site that asked; true while that is found out and under way. */
export function useHandOff(redirectUri: string | null): boolean {
  const [isLeaving, setLeaving] = useState(() => redirectUri !== null && getSession().isAuthenticated);

  useEffect(() => {
    if (!isLeaving || redirectUri === null) return;
    let isGone = false;
    const find = async () => (await import('./findHandOff.ts')).findHandOff(redirectUri);
    void find()
      .catch(() => null)
      .then((address) => {
        if (isGone) return;
        if (address === null) setLeaving(false);
        else location.replace(address);
      });
    return () => {
      isGone = true;
    };
  }, [isLeaving, redirectUri]);

  return isLeaving;
}
