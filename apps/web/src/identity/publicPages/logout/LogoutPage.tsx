import { useEffect } from 'react';
import { keepSystem, navigate, useQuerySystemId } from '../../../core/address/location.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { usePageTitle } from '../../../core/page/usePageTitle.ts';
import { getSession } from '../../../core/session/sessionStore.ts';
import { Spinner } from '../../../ui/icons/Spinner.tsx';
import { PlainPage } from '../PlainPage.tsx';
import { forgetSession, leave } from './leave.ts';

// S9.7: how long the page waits.
const waitMs = 1000;

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
      forgetSession();
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
