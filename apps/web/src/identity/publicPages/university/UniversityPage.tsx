import { languages } from '@guichet/contract/core/language';
import {
  completeFederatedSignIn,
  confirmIdentityLink,
  type FederatedOutcome,
  launchPath,
} from '@guichet/contract/identity/federation';
import { useCallback, useEffect, useState } from 'react';
import { findLinkSecrets } from '../../../core/address/linkSecrets.ts';
import { navigate } from '../../../core/address/location.ts';
import { CallFailed } from '../../../core/call/CallFailed.ts';
import { call } from '../../../core/call/call.ts';
import { getLanguageState, setLanguage } from '../../../core/i18n/languageStore.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { usePageTitle } from '../../../core/page/usePageTitle.ts';
import { takeSession } from '../../../core/session/readClaims.ts';
import { getSession } from '../../../core/session/sessionStore.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Skeleton } from '../../../ui/states/Skeleton.tsx';
import { comeBack } from '../../federation/leave.ts';
import { SecondFactorForm } from '../../sessions/SecondFactorForm.tsx';
import { FailedPage } from '../FailedPage.tsx';
import { PlainPage } from '../PlainPage.tsx';
import { goOn } from '../signIn/openSession.ts';
import { JoinAccount } from './JoinAccount.tsx';

type View =
  | { kind: 'waiting' }
  | { kind: 'asking' }
  | { kind: 'failed'; failure: unknown }
  | { kind: 'told'; told: Told };
type Told = Exclude<FederatedOutcome, { outcome: 'signedIn' }>;

/** A link of a mail that has lost its secrets, or a part of them. */
const cut: View = { kind: 'told', told: { outcome: 'refused', why: 'linkCut', reason: null } };

/** Goes on to where a course leads, or where the sign-in was begun: to the page that was wanted, else to that of the role. */
function enter(launch: string | null): void {
  if (launch !== null) {
    // In the query: its dot would make a path that of a missing file when the page is loaded again.
    navigate(`${launchPath}?launch=${launch}`, 'replace');
    return;
  }
  comeBack();
  void goOn();
}

/** The page to which a provider returns, and the page of the link that joins two accounts. */
export default function UniversityPage() {
  const t = useT();
  const [secrets] = useState(findLinkSecrets);
  const [come] = useState(readReturn);
  const [{ isFromCourse, launch }] = useState(readLaunch);
  const [view, setView] = useState<View>(secrets ? { kind: 'asking' } : come ? { kind: 'waiting' } : cut);
  usePageTitle(t('Federation.Title'));

  const ask = useCallback(
    async (send: () => Promise<FederatedOutcome>) => {
      setView({ kind: 'waiting' });
      try {
        const told = await send();
        if (told.outcome === 'signedIn') {
          takeSession(told.tokens);
          enter(launch);
          return;
        }
        // Back, after a sign-in that was complete.
        const isBack = told.outcome === 'refused' && told.why === 'over' && getSession().isAuthenticated;
        if (isBack && (launch !== null || !isFromCourse)) enter(launch);
        else setView({ kind: 'told', told });
      } catch (failure) {
        // A token that no link can have is rejected as a field.
        const isCut = failure instanceof CallFailed && failure.status === 400;
        setView(isCut ? cut : { kind: 'failed', failure });
      }
    },
    [isFromCourse, launch],
  );

  useEffect(() => {
    if (secrets || !come) return;
    // Out of the address at once, so that no reload sends it again.
    history.replaceState(history.state, '', location.pathname);
    speakAsBegun(come.body.query);
    void ask(() => call(completeFederatedSignIn, come));
  }, [ask, come, secrets]);

  if (view.kind === 'waiting')
    return (
      <PlainPage title={t('Federation.Title')}>
        <Skeleton lines={3} label={t('Federation.Waiting')} />
      </PlainPage>
    );
  if (view.kind === 'failed')
    return (
      <FailedPage title={t('Federation.NotOpen')} failure={view.failure} onRetry={leavePage} officeOf={null}>
        <BackButton />
      </FailedPage>
    );
  if (view.kind === 'asking')
    return (
      <PlainPage
        title={t('Federation.Join.Title')}
        lead={<p>{t('Federation.Join.Lead', { email: secrets?.userName ?? '' })}</p>}
      >
        <Button
          variant="primary"
          full
          onClick={() => secrets && void ask(() => call(confirmIdentityLink, { body: secrets }))}
        >
          {t('Federation.Join')}
        </Button>
      </PlainPage>
    );
  return <Told told={view.told} isFromCourse={isFromCourse} onDone={() => enter(launch)} />;
}

interface ToldProps {
  told: Told;
  isFromCourse: boolean;
  onDone: () => void;
}

function Told({ told, isFromCourse, onDone }: ToldProps) {
  const t = useT();
  switch (told.outcome) {
    case 'secondFactorNeeded':
      return (
        <PlainPage key="factor" title={t('Federation.Title')} officeOf={null}>
          <SecondFactorForm needed={told.needed} onOpen={onDone} onBeginAnew={leavePage} />
        </PlainPage>
      );
    case 'unmatched':
      return <JoinAccount {...told} onDone={onDone} onLeave={leavePage} />;
    case 'refused':
      return (
        <PlainPage
          key="refused"
          takesFocus
          title={t('Federation.NotOpen')}
          lead={
            <>
              <p role="alert">
                {t(
                  isFromCourse && told.why === 'over'
                    ? 'Launch.Nowhere.over'
                    : `Federation.Refused.${told.why}`,
                )}
              </p>
              {isFromCourse && told.why !== 'over' && (
                <p className="mt-2">{t('Federation.Refused.Course')}</p>
              )}
            </>
          }
          officeOf={null}
        >
          <BackButton />
          {told.reason && <p className="wrap-anywhere mt-4 text-muted text-sm">{told.reason}</p>}
        </PlainPage>
      );
  }
}

function BackButton() {
  const t = useT();
  return (
    <Button variant="primary" full onClick={leavePage}>
      {t('ForgotPassword.BackToLogin')}
    </Button>
  );
}

/** Back to the sign-in page as it was left. */
function leavePage(): void {
  comeBack();
}

/** Shows the language in which the sign-in was begun, by the end of the state: another browser does not know it. */
function speakAsBegun(query: string): void {
  const parameters = new URLSearchParams(query);
  const state = parameters.get('answer') ?? parameters.get('state');
  const begun = languages.find((language) => state?.endsWith(`.${language}`));
  if (begun && begun !== getLanguageState().language) void setLanguage(begun);
}

/** The launch of a course, named after the answer of its platform; null without an answer, and for any other sign-in. */
function readLaunch() {
  const parameters = new URLSearchParams(location.search);
  const isFromCourse = parameters.has('launch');
  return { isFromCourse, launch: (isFromCourse && parameters.get('answer')) || null };
}

/** Reads the reply of the provider from the address; null in an address of no provider, as that of a mailed link. */
function readReturn() {
  const providerId = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(location.pathname.toLowerCase())?.[0];
  return providerId ? { params: { providerId }, body: { query: location.search.slice(1) } } : null;
}
