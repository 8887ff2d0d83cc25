import type { ReplyOf } from '@guichet/contract/core/endpoint';
import { withZone, zoneInWords } from '@guichet/contract/core/inWords';
import { findLinkState, verifyToken } from '@guichet/contract/identity/account';
import { useCallback, useEffect, useState } from 'react';
import { findLinkSecrets, forgetLinkSecrets, type LinkSecrets } from '../../../core/address/linkSecrets.ts';
import { useQuerySystemId } from '../../../core/address/location.ts';
import { keepAddress } from '../../../core/address/typedAddress.ts';
import { call } from '../../../core/call/call.ts';
import { today, universityZone, useT, useTexts } from '../../../core/i18n/formats.ts';
import { lazyPart } from '../../../core/page/later.tsx';
import { usePageTitle } from '../../../core/page/usePageTitle.ts';
import { Skeleton } from '../../../ui/states/Skeleton.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { FailedPage } from '../FailedPage.tsx';
import { PlainPage } from '../PlainPage.tsx';
import { ExpiredLink, UsedLink } from './ExpiredLink.tsx';
import { OtherSession } from './OtherSession.tsx';
import { ResetPasswordForm } from './ResetPasswordForm.tsx';

const loadChosen = async () => ({ default: (await import('./ChosenPassword.tsx')).ChosenPassword });
const ChosenPassword = lazyPart(loadChosen);

type LinkTerm = ReplyOf<typeof findLinkState>;
type View =
  | { kind: 'checking' | 'expired' | 'used'; newerAt?: Date | undefined }
  | { kind: 'done'; password: string }
  | { kind: 'form'; term: LinkTerm | null }
  | { kind: 'uncheckable'; failure: unknown };

/** Sets a first or a new password through a mailed link. */
export default function ResetPasswordPage() {
  const t = useT();
  const systemId = useQuerySystemId();
  const [secrets] = useState(findLinkSecrets);
  const [view, setView] = useState<View>({ kind: secrets ? 'checking' : 'expired' });
  usePageTitle(t('ResetPassword.Title'));

  const check = useCallback(async () => {
    if (!secrets) return;
    setView({ kind: 'checking' });
    try {
      const [isGood, term] = await Promise.all([call(verifyToken, { body: secrets }), findTerm(secrets)]);
      setView(isGood ? { kind: 'form', term } : whyNot(secrets, term));
    } catch (failure) {
      showToast({ tone: 'danger', text: 'Error 2', lang: 'en' });
      setView({ kind: 'uncheckable', failure });
    }
  }, [secrets]);

  useEffect(() => void check(), [check]);
  const isForm = view.kind === 'form';
  // The view after a chosen password loads while one types it.
  useEffect(() => {
    if (isForm) loadChosen().catch(() => undefined);
  }, [isForm]);

  function finish(userName: string, password: string) {
    forgetLinkSecrets();
    keepAddress(userName);
    setView({ kind: 'done', password });
  }

  if (view.kind === 'checking') {
    return (
      <PlainPage title={t('ResetPassword.Title')}>
        <Skeleton lines={4} label={t('ResetPassword.Checking')} />
      </PlainPage>
    );
  }
  if (view.kind === 'uncheckable') {
    return <FailedPage title={t('ResetPassword.Uncheckable.Title')} failure={view.failure} onRetry={check} />;
  }
  if (view.kind === 'expired' || !secrets)
    return (
      <ExpiredLink
        systemId={systemId}
        userName={secrets?.userName}
        newerAt={'newerAt' in view ? view.newerAt : undefined}
      />
    );
  if (view.kind === 'used') return <UsedLink systemId={systemId} userName={secrets.userName} />;
  if (view.kind === 'done') {
    return <ChosenPassword userName={secrets.userName} password={view.password} systemId={systemId} />;
  }
  return (
    <PlainPage
      key={view.kind}
      takesFocus
      title={t('ResetPassword.Title')}
      lead={
        <>
          {t('ResetPassword.For', { userName: secrets.userName })}
          <Term of={'term' in view ? view.term : null} />
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <OtherSession userName={secrets.userName} />
        <ResetPasswordForm
          secrets={secrets}
          onDone={(password) => finish(secrets.userName, password)}
          onExpired={() => void findTerm(secrets).then((term) => setView(whyNot(secrets, term)))}
        />
      </div>
    </PlainPage>
  );
}

/** Until when the link works. */
function Term({ of: term }: { of: LinkTerm | null }) {
  const { t, language, longDay, longDateTime } = useTexts();
  if (!term?.until && !term?.lastDay) return null;
  const zoned = (instant: Date) =>
    withZone(longDateTime(instant), zoneInWords(universityZone(), today(instant), language));
  return (
    <span className="block">
      {term.until
        ? t('ResetPassword.Until', { when: zoned(term.until) })
        : t('ResetPassword.LastDay', { day: longDay(term.lastDay ?? '') })}
    </span>
  );
}

/** Null where the server does not answer: the page does without. */
async function findTerm(secrets: LinkSecrets): Promise<LinkTerm | null> {
  return call(findLinkState, { body: secrets }).catch(() => null);
}

/** Whether a rejected link was used or has expired. Keeps the address, to fill it in later. */
function whyNot(secrets: LinkSecrets, term: LinkTerm | null): View {
  keepAddress(secrets.userName);
  return { kind: term?.state === 'used' ? 'used' : 'expired', newerAt: term?.newerAt };
}
