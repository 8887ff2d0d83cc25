import type { Level } from '@guichet/contract/core/access';
import { checkAccess } from '@guichet/contract/identity/access';
import { type ReactNode, useEffect, useState } from 'react';
import { keepSystem, useQuerySystemId } from '../core/address/location.ts';
import { findWantedPage, forgetWantedPage } from '../core/address/wantedPage.ts';
import { CallFailed } from '../core/call/CallFailed.ts';
import { query, useQuery } from '../core/call/query.ts';
import { useLostSession, useSession } from '../core/session/sessionStore.ts';
import { enterWanted } from '../identity/access/enterWanted.ts';
import { PasswordDue } from '../identity/account/FirstPassword.tsx';
import { FactorDue } from '../identity/factors/FactorDue.tsx';
import { SignInAgain } from '../identity/sessions/SignInAgain.tsx';
import { UnreachedPage, WaitingPage } from './fallbacks/FailurePages.tsx';
import { Redirect, SignInFirst } from './fallbacks/Redirects.tsx';

export interface GuardedProps {
  systemId: number | null;
  level: Level;
  children: ReactNode;
}

/** S2.2, S6.4: redirects to sign-in without a session, to forbidden without the level; keeps the system. */
export function Guarded({ systemId, level, children }: GuardedProps) {
  const isSignedIn = useSession((session) => session.isAuthenticated);
  const lost = useLostSession();
  if (!isSignedIn && !lost) return <SignInFirst systemId={systemId} level={level} />;
  return (
    <Admitted systemId={systemId} level={level}>
      {children}
    </Admitted>
  );
}

function Admitted({ systemId, level, children }: GuardedProps) {
  const access = useQuery(query(checkAccess, { body: { systemId: systemId ?? 0, accessLevel: level } }));
  const lost = useLostSession();
  const querySystemId = useQuerySystemId();
  // The server allows the page once the factor exists, but the recovery codes still show, and are never shown
  // again.
  const [isSettingUp, setSettingUp] = useState(false);
  const isFactorDue = access.error instanceof CallFailed && access.error.code === 'factor.due';
  if (isFactorDue && !isSettingUp) setSettingUp(true);
  if (access.error instanceof CallFailed && access.error.code === 'account.passwordDue' && !lost)
    return <PasswordDue />;
  if (isSettingUp && !lost) return <FactorDue onGoOn={() => setSettingUp(false)} />;
  // An open page stays, with its unsaved input, until the person is signed in again.
  if (access.data === true) {
    return (
      <>
        <GoOnToWanted>{children}</GoOnToWanted>
        {lost && <SignInAgain username={lost.username} />}
      </>
    );
  }
  if (lost) return <SignInFirst systemId={systemId} level={level} />;
  if (access.data === false) return <Redirect to={keepSystem('/forbidden', systemId ?? querySystemId)} />;
  return <UnreachedPage query={access} />;
}

/** Opens the page that the sign-in was for after a due step, if allowed; otherwise shows this page. */
function GoOnToWanted({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState(findWantedPage);
  useEffect(() => {
    if (!wanted) return;
    forgetWantedPage();
    void enterWanted(wanted).then(() => setWanted(null));
  }, [wanted]);
  return wanted ? <WaitingPage /> : children;
}
