import { useT } from '../../platform/i18n/useT.ts';
import { useQueryParam, useQuerySystemId } from '../../platform/location.ts';
import { usePageTitle } from '../../platform/usePageTitle.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { usePublicText } from '../usePublicText.ts';
import { AlreadySignedIn } from './AlreadySignedIn.tsx';
import { Facade } from './Facade.tsx';
import { Questions } from './Questions.tsx';
import { SignInForm } from './SignInForm.tsx';
import { useHandOff } from './useHandOff.ts';

/** The counter: the façade with its lit arch, the words of the programme, the form, and answers to nervous questions. */
export function SignInPage() {
  const t = useT();
  const systemId = useQuerySystemId();
  const title = usePublicText(systemId, 'Title');
  const welcome = usePublicText(systemId, 'WelcomeMessage');
  const difficulties = usePublicText(systemId, 'TechDiff');
  const isLeaving = useHandOff(useQueryParam('redirect_uri'));
  usePageTitle(t('LoginPage.Title'));

  return (
    <div className="mx-auto grid w-full max-w-7xl flex-1 gap-x-16 px-4 py-4 sm:px-6 lg:grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)] lg:py-6">
      <Facade litArch={systemId} tagline={t('LoginPage.Lead')} />
      <div className="mx-auto flex w-full max-w-md flex-col justify-center gap-7 py-8 lg:py-4">
        <div>
          {/* While the programme's own title is on its way, its place is kept. */}
          <h1
            tabIndex={-1}
            className="wrap-anywhere min-h-[1.12em] font-serif text-3xl text-ink tracking-tight"
          >
            {title === undefined ? ' ' : (title ?? t('LoginPage.HomeTitle'))}
          </h1>
          {(welcome || systemId === null) && (
            <p className="wrap-anywhere mt-3 whitespace-pre-line text-lg text-muted">
              {welcome ?? t('LoginPage.HomeWelcome')}
            </p>
          )}
        </div>
        {difficulties && (
          <Notice tone="warning" title={t('LoginPage.TechDiff')}>
            {difficulties}
          </Notice>
        )}
        {isLeaving ? (
          <p role="status" className="flex items-center gap-3 text-muted">
            <Spinner className="text-accent-ink" />
            {t('CallbackPage.Message')}
          </p>
        ) : (
          <>
            <AlreadySignedIn />
            <SignInForm systemId={systemId} />
            <Questions />
          </>
        )}
      </div>
    </div>
  );
}
