import type { ReactNode } from 'react';
import { keepSystem, useQuerySystemId } from '../../core/address/location.ts';
import { useT } from '../../core/i18n/useT.ts';
import { usePageTitle } from '../../core/page/usePageTitle.ts';
import { useSession } from '../../core/session/sessionStore.ts';
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { PlainPage } from './PlainPage.tsx';
import { usePublicText } from './usePublicText.ts';

export interface ForbiddenPageProps {
  /** Shown to signed-in people: names who may do what the page is for. */
  whoMay: ReactNode;
}

export default function ForbiddenPage({ whoMay }: ForbiddenPageProps) {
  const t = useT();
  const systemId = useQuerySystemId();
  const difficulties = usePublicText(systemId, 'TechDiff');
  const isSignedIn = useSession((session) => session.isAuthenticated);
  usePageTitle(t('ForbiddenPage.Title'));

  return (
    <PlainPage title={t('ForbiddenPage.Title')} lead={t('ForbiddenPage.Message')} officeOf={systemId}>
      <div className="flex flex-col gap-6">
        {difficulties && (
          <Notice tone="warning" title={t('LoginPage.TechDiff')}>
            {difficulties}
          </Notice>
        )}
        {isSignedIn && whoMay}
        <div className="flex flex-wrap gap-2">
          {isSignedIn && <ButtonLink href="/home">{t('ForbiddenPage.Home')}</ButtonLink>}
          <ButtonLink href={keepSystem('/account/login', systemId)}>{t('ForbiddenPage.SignIn')}</ButtonLink>
        </div>
      </div>
    </PlainPage>
  );
}
