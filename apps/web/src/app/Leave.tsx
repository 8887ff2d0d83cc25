import { useEffect } from 'react';
import { navigate } from '../platform/location.ts';
import { leaveToSignIn } from '../platform/wantedPage.ts';

/** Shows nothing and goes elsewhere; Back does not return here. */
export function Leave({ to }: { to: string }) {
  useEffect(() => navigate(to, 'replace'), [to]);
  return null;
}

/** Shows nothing and goes to sign-in, which leads back here. */
export function SignInFirst({ systemId }: { systemId: number | null }) {
  useEffect(() => leaveToSignIn(systemId), [systemId]);
  return null;
}
