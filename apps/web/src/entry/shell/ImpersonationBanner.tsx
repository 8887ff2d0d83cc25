import { checkAccess } from '@guichet/contract/identity/access';
import { endImpersonation } from '@guichet/contract/identity/sessions.impersonation';
import { useEffect, useState } from 'react';
import { call } from '../../core/call/call.ts';
import { useT } from '../../core/i18n/useT.ts';
import { actAsOneself } from '../../core/session/impersonation.ts';
import { readClaims } from '../../core/session/readClaims.ts';
import { useSession } from '../../core/session/sessionStore.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { AlertIcon } from '../../ui/icons/icons.tsx';

const minuteMs = 60_000;

/** Shows the impersonated person and the time left, with a button that ends the impersonation. */
export default function ImpersonationBanner() {
  const t = useT();
  const token = useSession((session) => session.impersonationToken);
  const [isEnding, setEnding] = useState(false);
  const claims = token === null ? null : readClaims(token);
  const minutes = useMinutesUntil(claims?.exp ?? 0);

  useEffect(() => {
    // Over by this computer's clock, but only the server knows: its 401 returns to the user's own session.
    if (minutes === 0)
      call(checkAccess, { body: { systemId: 0, accessLevel: 'participant' } }).catch(() => null);
  }, [minutes]);

  async function end() {
    setEnding(true);
    // If the call fails, the impersonation still ends in this browser, and expires on the server.
    await call(endImpersonation).catch(() => null);
    actAsOneself();
  }

  return (
    <section
      aria-label={t('Impersonation.Label')}
      className="sticky top-0 z-40 border-warning-ink/30 border-b bg-warning-soft text-warning-ink"
    >
      <div className="mx-auto flex w-full max-w-7xl flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 sm:px-6">
        <p className="flex min-w-0 flex-1 basis-full items-start sm:basis-52 gap-2 font-semibold">
          <AlertIcon size={20} className="mt-px shrink-0" />
          <span className="wrap-anywhere">
            {t('Impersonation.Banner', { name: claims?.name ?? '', own: claims?.act?.name ?? '' })}
          </span>
        </p>
        <p className="flex-1 text-sm tabular-nums sm:flex-none">
          {t('Impersonation.Remaining', { count: minutes })}
        </p>
        <Button size="sm" onClick={end} busy={isEnding} busyLabel={t('Impersonation.EndBusy')}>
          {t('Impersonation.End')}
        </Button>
      </div>
    </section>
  );
}

/** The minutes until `seconds` since 1970, rounded up, at least 0. */
function useMinutesUntil(seconds: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((seconds * 1000 - now) / minuteMs));
}
