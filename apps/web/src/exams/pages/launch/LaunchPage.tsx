import { type LaunchPlace, openLaunch } from '@guichet/contract/exams/lti';
import { Suspense, useEffect } from 'react';
import { navigate, useQueryParam } from '../../../core/address/location.ts';
import { useCall } from '../../../core/call/query.ts';
import { FailureNotice } from '../../../core/forms/formFaults.tsx';
import { allTexts } from '../../../core/i18n/languageStore.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { lazyPart } from '../../../core/page/later.tsx';
import { type PageProps, TitledPage } from '../../../core/page/TitledPage.tsx';
import { useEntrance } from '../../../identity/access/useEntrance.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Skeleton } from '../../../ui/states/Skeleton.tsx';
import { ownExamHref } from '../../candidate/ownExamHref.ts';
import { candidatesHref, examHref, examPeopleId } from '../../exam/examHrefs.ts';

// Candidates never choose.
const ExamChoice = lazyPart(
  async () => ({ default: (await import('./ExamChoice.tsx')).ExamChoice }),
  allTexts,
);

/** The page to which the link of a course leads: on to the exam, or to the choice of one. */
export function LaunchPage({ title }: PageProps) {
  const t = useT();
  const launch = useQueryParam('launch') ?? '';
  const { data: place, error, mutate } = useCall(openLaunch);
  useEffect(() => mutate({ params: { launch } }), [launch, mutate]);
  useGoOn(place);
  const waiting = <Skeleton lines={3} label={t('Launch.GoesOn')} />;
  return (
    <TitledPage title={title}>
      <div className="max-w-prose">
        <FailureNotice failure={error} />
        {place?.to === 'choice' && (
          <Suspense fallback={waiting}>
            <ExamChoice launch={launch} course={place.course} />
          </Suspense>
        )}
        {place?.to === 'nowhere' && (
          <Notice tone="warning" role="alert" title={t('Launch.Nowhere')}>
            {t(`Launch.Nowhere.${place.why}`)}
          </Notice>
        )}
        {!error && place?.to !== 'choice' && place?.to !== 'nowhere' && waiting}
      </div>
    </TitledPage>
  );
}

/** Opens the exam as the reader sees it: as a candidate, or by its people. */
function useGoOn(place: LaunchPlace | undefined): void {
  const { entrance, configuration } = useEntrance(place?.to === 'people' ? place.systemId : null);
  const isKnown = entrance !== undefined;
  useEffect(() => {
    if (place?.to === 'exam') navigate(ownExamHref(place.examId), 'replace');
    if (place?.to !== 'people') return;
    const { systemId, examId, isAdmin } = place;
    if (isAdmin) navigate(`${examHref(systemId, examId)}#${examPeopleId}`, 'replace');
    else if (isKnown) navigate(configuration + candidatesHref(examId), 'replace');
  }, [place, isKnown, configuration]);
}
