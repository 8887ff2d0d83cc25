import { findProviderSignOut } from '@guichet/contract/identity/federation';
import { listApplicationSignIns } from '@guichet/contract/identity/provider';
import { logout } from '@guichet/contract/identity/sessions';
import { findPlatformSignOut } from '@guichet/contract/learning/learning';
import { useEffect } from 'react';
import { keepSystem, navigate, useQuerySystemId } from '../../core/address/location.ts';
import { call } from '../../core/call/call.ts';
import { useT } from '../../core/i18n/useT.ts';
import { usePageTitle } from '../../core/page/usePageTitle.ts';
import { keepLeft, takeApplication, takeEntry } from '../../core/session/enteredPlatform.ts';
import { forgetLetters } from '../../core/session/keptLetters.ts';
import { getSession, signOut } from '../../core/session/sessionStore.ts';
import { Spinner } from '../../ui/icons/Spinner.tsx';
import { listButtons } from '../federation/leave.ts';
import { PlainPage } from './PlainPage.tsx';

// S9.7: how long the page waits.
const waitMs = 1000;
/** How long the platform lookup may take: the session must end before the page moves on. */
const askMs = 500;

/** S2.18, S2.19: ends the session on the server, and after a second in this browser, then opens sign-in. */
export default function LogoutPage({ systemId }: { systemId: number | null }) {
  const t = useT();
  const querySystemId = useQuerySystemId();
  const target = keepSystem('/account/login', systemId ?? querySystemId);
  usePageTitle(t('LogoutPage.Title'));

  useEffect(() => {
    // If the call fails, the session still ends in this browser, and expires on the server.
    if (getSession().isAuthenticated) void leave(systemId !== null).catch(() => undefined);
    const timer = setTimeout(() => {
      signOut();
      forgetLetters();
      navigate(target, 'replace');
    }, waitMs);
    return () => clearTimeout(timer);
  }, [target, systemId]);

  return (
    <PlainPage title={t('LogoutPage.Title')}>
      <p role="status" className="flex items-center gap-3 text-muted">
        <Spinner className="text-accent-ink" />
        {t('LogoutPage.Message')}
      </p>
    </PlainPage>
  );
}

/**
 * Ends the session on the server. Before that, while the session can still ask, notes the platform whose own
 * session stays open, the applications that it has signed in to, and the university's provider that has opened it.
 */
async function leave(isFromPlatform: boolean): Promise<void> {
  const entry = takeEntry();
  if (entry && !isFromPlatform) {
    const { systemId, orgId } = entry;
    const input = { params: { systemId }, query: { orgId: orgId ?? undefined } };
    const asked = call(findPlatformSignOut, { ...input, signal: AbortSignal.timeout(askMs) });
    keepLeft({ platform: await asked.catch(() => null) });
  }
  if (takeApplication()) {
    const asked = call(listApplicationSignIns, { signal: AbortSignal.timeout(askMs) });
    keepLeft({ applications: await asked.catch(() => []) });
  }
  if (listButtons().length > 0) {
    const asked = call(findProviderSignOut, { signal: AbortSignal.timeout(askMs) });
    keepLeft({ provider: await asked.catch(() => null) });
  }
  await call(logout);
}
