import { useEffect } from 'react';
import { navigate, useQuerySystemId } from '../../platform/address/location.ts';
import { leaveToSignIn, type WantedPage } from '../../platform/address/wantedPage.ts';

/** Shows nothing and goes elsewhere; Back does not return here. */
export function Leave({ to }: { to: string }) {
  useEffect(() => navigate(to, 'replace'), [to]);
  return null;
}

/** Shows nothing and goes to sign-in, which leads back here; the system of the route or of the query goes along (S2.2). */
export function SignInFirst({ systemId, level }: Omit<WantedPage, 'address'>) {
  const querySystemId = useQuerySystemId();
  useEffect(
    () => leaveToSignIn({ systemId, level }, systemId ?? querySystemId),
    [systemId, level, querySystemId],
  );
  return null;
}
