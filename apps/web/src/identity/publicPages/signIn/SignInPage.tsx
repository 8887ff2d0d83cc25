import { Suspense, useState } from 'react';
import { useQueryParam, useQuerySystemId } from '../../../core/address/location.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { hasEndedSession } from '../../../core/page/endedSession.ts';
import { later, lazyPart } from '../../../core/page/later.tsx';
import { usePageTitle } from '../../../core/page/usePageTitle.ts';
import { getSession, useSession } from '../../../core/session/sessionStore.ts';
import { Disclosure } from '../../../ui/layout/Disclosure.tsx';
import { OfficeHelp } from '../office/OfficeHelp.tsx';
import { Facade } from './facade/Facade.tsx';
import { Welcome } from './facade/Welcome.tsx';
import { SignInForm } from './SignInForm.tsx';

const TopImage = later(async () => ({ default: (await import('../TopImage.tsx')).TopImage }));
const WordsOfSystem = lazyPart(() => import('./facade/WordsOfSystem.tsx'));
const HandOff = later(() => import('./HandOff.tsx'));
const EndedSession = later(() => import('./EndedSession.tsx'));
const AlreadySignedIn = later(() => import('./AlreadySignedIn.tsx'));

/** The sign-in page: the façade, the system's texts, the form, and frequent questions. */
export function SignInPage() {
  const t = useT();
  const systemId = useQuerySystemId();
  const redirectUri = useQueryParam('redirect_uri');
  const isSignedIn = useSession((session) => session.isAuthenticated);
  const [isLeaving, setLeaving] = useState(() => redirectUri !== null && getSession().isAuthenticated);
  usePageTitle(t('LoginPage.Title'));

  return (
    <>
      {systemId !== null && <TopImage systemId={systemId} />}
      <div className="mx-auto grid w-full max-w-7xl flex-1 gap-x-16 px-4 py-4 sm:px-6 lg:grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)] lg:py-6">
        <Facade litArch={systemId} tagline={t('LoginPage.Lead')} />
        <div className="mx-auto flex w-full max-w-md flex-col justify-center gap-7 py-4">
          {systemId === null ? (
            <Welcome title={t('LoginPage.HomeTitle')} words={t('LoginPage.HomeWelcome')} />
          ) : (
            <Suspense fallback={<Welcome title=" " />}>
              <WordsOfSystem systemId={systemId} />
            </Suspense>
          )}
          {isLeaving && redirectUri !== null ? (
            <HandOff redirectUri={redirectUri} onStay={() => setLeaving(false)} />
          ) : (
            <>
              {hasEndedSession() && <EndedSession />}
              {isSignedIn && <AlreadySignedIn />}
              <SignInForm systemId={systemId} />
              <div>
                <Questions />
                <OfficeHelp systemId={systemId} />
              </div>
            </>
          )}
        </div>
      </div>
    </>
  );
}

const questions = ['1', '2', '3', '4'] as const;

function Questions() {
  const t = useT();
  return (
    <section aria-labelledby="faq" className="border-line border-t pt-5">
      <h2 id="faq" className="pb-1 font-semibold text-muted text-sm">
        {t('LoginPage.Faq.Title')}
      </h2>
      {questions.map((number) => (
        <Disclosure key={number} name="faq" summary={t(`LoginPage.Faq.${number}.Question`)}>
          {t(`LoginPage.Faq.${number}.Answer`)}
        </Disclosure>
      ))}
    </section>
  );
}
