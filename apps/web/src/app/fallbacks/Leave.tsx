import { useEffect } from 'react';
import { navigate, useQuerySystemId } from '../../platform/address/location.ts';
import { leaveToSignIn, type WantedPage } from '../../platform/address/wantedPage.ts';

/** Renders nothing and redirects, replacing the history entry. */
export function Leave({ to }: { to: string }) {
  useEffect(() => navigate(to, 'replace'), [to]);
  return null;
}

/** Renders nothing and redirects to sign-in, which returns here; passes on the system of the route or query (S2.2). */
export function SignInFirst({ systemId, level }: Omit<WantedPage, 'address'>) {
  const querySystemId = useQuerySystemId();
  useEffect(
    () => leaveToSignIn({ systemId, level }, systemId ?? querySystemId),
    [systemId, level, querySystemId],
  );
  return null;
}
