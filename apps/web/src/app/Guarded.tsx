import type { Level } from '@guichet/contract/core/access';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { accessOptions } from '../features/access/access.api.ts';
import { enterWanted } from '../features/access/enterWanted.ts';
import { PasswordDue } from '../features/account/PasswordDue.tsx';
import { FactorDue } from '../features/factors/FactorDue.tsx';
import { SignInAgain } from '../features/sessions/SignInAgain.tsx';
import { keepSystem, useQuerySystemId } from '../platform/address/location.ts';
import { findWantedPage, forgetWantedPage } from '../platform/address/wantedPage.ts';
import { CallFailed } from '../platform/call/CallFailed.ts';
import { useLostSession, useSession } from '../platform/session/sessionStore.ts';
import { Leave, SignInFirst } from './fallbacks/Leave.tsx';
import { UnreachedPage } from './fallbacks/UnreachedPage.tsx';

export interface GuardedProps {
  systemId: number | null;
  level: Level;
  children: ReactNode;
}

/** S2.2, S6.4: signed out to sign-in, without the level to forbidden, each with the system where there is one. */
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
  const access = useQuery(accessOptions(systemId ?? 0, level));
  const lost = useLostSession();
  const querySystemId = useQuerySystemId();
  // Once it is done the server would let the page in, while the recovery codes still show that nobody can show again.
  const [isSettingUp, setSettingUp] = useState(false);
  const isFactorDue = access.error instanceof CallFailed && access.error.code === 'factor.due';
  if (isFactorDue && !isSettingUp) setSettingUp(true);
  if (access.error instanceof CallFailed && access.error.code === 'account.passwordDue' && !lost)
    return <PasswordDue />;
  if (isSettingUp && !lost) return <FactorDue onGoOn={() => setSettingUp(false)} />;
  // A page that is open already stays as it is, with what was typed in it, until its person is back.
  if (access.data === true) {
    return (
      <>
        <GoOnToWanted>{children}</GoOnToWanted>
        {lost && <SignInAgain username={lost.username} />}
      </>
    );
  }
  if (lost) return <SignInFirst systemId={systemId} level={level} />;
  if (access.data === false) return <Leave to={keepSystem('/forbidden', systemId ?? querySystemId)} />;
  return <UnreachedPage query={access} />;
}

/** After a step that was due: the page for whose sake somebody signed in, where it may be entered; else this one. */
function GoOnToWanted({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState(findWantedPage);
  useEffect(() => {
    if (!wanted) return;
    forgetWantedPage();
    void enterWanted(wanted).then(() => setWanted(null));
  }, [wanted]);
  return wanted ? null : children;
}
