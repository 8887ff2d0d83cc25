import type { ClosedExam } from '@guichet/contract/exams/candidate';
import { secondStepParam } from '@guichet/contract/learning/learning';
import { useCallback, useEffect, useState } from 'react';
import { navigate, useQueryParam } from '../../../core/address/location.ts';
import { fallBackHome, leaveToDueStep, leaveToSignIn } from '../../../core/address/wantedPage.ts';
import { CallFailed } from '../../../core/call/CallFailed.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { usePageTitle } from '../../../core/page/usePageTitle.ts';
import { OfficeWays } from '../../../core/parts/contact/OfficeWays.tsx';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { Spinner } from '../../../ui/icons/Spinner.tsx';
import { FailedPage } from '../FailedPage.tsx';
import { PlainPage } from '../PlainPage.tsx';
import { ClosedExamPage } from './ClosedExamPage.tsx';
import { enterPlatform } from './enterPlatform.ts';

type View = { kind: 'going' } | { kind: 'closed'; exam: ClosedExam } | { kind: 'failed'; failure: unknown };

/** Whether the failure says how to reach the program's office. */
function isOfPlatform(failure: unknown): failure is CallFailed {
  return failure instanceof CallFailed && failure.code.startsWith('learning.');
}

function isFinal(failure: unknown): boolean {
  return isOfPlatform(failure) && failure.code === 'learning.placeRefused';
}

function wayOf({ params }: CallFailed, way: string): string | null {
  return params[way] === undefined ? null : String(params[way]);
}

/** The landing of a system: says where it leads while the server looks that up, then redirects. */
export default function LandingPage({ slug }: { slug: string }) {
  const t = useT();
  const orgId = useQueryParam('orgId');
  const step = useQueryParam(secondStepParam) === null ? 'first' : 'second';
  const [view, setView] = useState<View>({ kind: 'going' });
  usePageTitle(t('LandingPage.Title'));

  const enter = useCallback(async () => {
    setView({ kind: 'going' });
    try {
      const destination = await enterPlatform(slug, orgId, step);
      if (destination?.kind === 'closed') setView(destination);
      else if (destination?.kind === 'page') navigate(destination.path, 'replace');
      else if (destination?.kind === 'signIn') {
        const { systemId } = destination;
        leaveToSignIn({ systemId, level: 'participant' }, systemId);
      } else if (destination?.kind === 'dueStep') {
        const address = location.pathname + location.search;
        leaveToDueStep({ address, systemId: destination.systemId, level: 'participant' }, 'replace');
      } else if (destination) location.replace(destination.address);
      else {
        // S2.31 requires this wording. An address without a system is an unknown path, which redirects home
        // (S2.1).
        console.log('No system found.');
        fallBackHome();
      }
    } catch (failure) {
      setView({ kind: 'failed', failure });
    }
  }, [slug, orgId, step]);

  useEffect(() => void enter(), [enter]);

  if (view.kind === 'closed') return <ClosedExamPage exam={view.exam} />;
  if (view.kind === 'failed') {
    return (
      <FailedPage
        title={t('LandingPage.Failed.Title')}
        failure={view.failure}
        onRetry={isFinal(view.failure) ? undefined : enter}
      >
        <ButtonLink href="/home">{t('ForbiddenPage.Home')}</ButtonLink>
        {isOfPlatform(view.failure) && (
          <div className="basis-full pt-3">
            <OfficeWays
              email={wayOf(view.failure, 'email')}
              phone={wayOf(view.failure, 'phone')}
              office={wayOf(view.failure, 'office')}
            />
          </div>
        )}
      </FailedPage>
    );
  }
  return (
    <PlainPage title={t('LandingPage.Title')}>
      <p role="status" className="flex items-center gap-3 text-muted">
        <Spinner className="text-accent-ink" />
        {t('LandingPage.Message')}
      </p>
    </PlainPage>
  );
}
