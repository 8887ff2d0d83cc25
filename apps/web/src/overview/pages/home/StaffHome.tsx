import { listOwnExams } from '@guichet/contract/exams/candidate';
import { listCorrections, listWrittenCorrections } from '@guichet/contract/exams/candidate.corrections';
import { listExtraTimeTroubles } from '@guichet/contract/exams/results.extraTime';
import { countDoubts } from '@guichet/contract/learning/learning.doubts';
import { listPlatformTroubles } from '@guichet/contract/learning/learning.platforms';
import { findOutgoingStatus } from '@guichet/contract/mail/outbox.status';
import { listSystemWork } from '@guichet/contract/overview/home';
import { listOpenSteps } from '@guichet/contract/overview/home.setup';
import { listTodaysExams } from '@guichet/contract/overview/support';
import { useState } from 'react';
import { query, useQueries, useQuery } from '../../../core/call/query.ts';
import { useFailureText } from '../../../core/forms/formFaults.tsx';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { RetryButton } from '../../../core/lists/states/Loaded.tsx';
import { OpenCorrections } from '../../../exams/candidate/corrections/OpenCorrections.tsx';
import { examHref } from '../../../exams/exam/examHrefs.ts';
import { ExtraTimeTroubles } from '../../../exams/results/extraTime/ExtraTimeTroubles.tsx';
import { SuperAdmins } from '../../../identity/access/SuperAdmins.tsx';
import { DoubtsNotice } from '../../../learning/platforms/accounts/DoubtsNotice.tsx';
import { PlatformTroubles } from '../../../learning/platforms/PlatformTroubles.tsx';
import { OutgoingNotices } from '../../../mail/outbox/OutgoingNotices.tsx';
import { UniversityDialog } from '../../../systems/university/UniversityDialog.tsx';
import { SmallLink } from '../../../ui/buttons/SmallButton.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { FirstSteps } from '../../home/FirstSteps.tsx';
import { SystemWorkList } from '../../home/SystemWorkList.tsx';
import { SetupCard } from '../../home/setup/SetupCard.tsx';
import { TodaysExams } from '../../home/TodaysExams.tsx';
import { FindPerson } from './FindPerson.tsx';
import { isAwaited, useFirstAnswers } from './firstAnswers.ts';
import { type HomeProps, HomeRows, OwnNotices } from './HomeRows.tsx';
import { RequestsForCallers } from './RequestsForCallers.tsx';

/** Home of whoever supports or administers a system, or all of them: what is to do stands above and in the rows. */
export function StaffHome({ home, reader }: HomeProps) {
  const t = useT();
  const language = useLanguage();
  const failureText = useFailureText();
  const { entrances, isSuperAdmin } = reader;
  const isCandidate = entrances.some(({ isStudent }) => isStudent);
  const administersSome = entrances.some(({ isAdmin }) => isAdmin);
  const seesExtraTime = entrances.some((one) => one.isAdmin && one.seesExtraTime);
  const isStaff = isSuperAdmin || administersSome;
  const work = useQuery({ ...query(listSystemWork), enabled: administersSome });
  const openSteps = useQuery({ ...query(listOpenSteps), enabled: isSuperAdmin });
  const [isNaming, setNaming] = useState(false);
  const isWaiting = useQueries({
    queries: [
      { ...query(listSystemWork), enabled: administersSome },
      { ...query(listOpenSteps), enabled: isSuperAdmin },
      query(findOutgoingStatus, { language }),
      { ...query(listPlatformTroubles), enabled: isStaff },
      { ...query(countDoubts), enabled: isSuperAdmin },
      { ...query(listTodaysExams), enabled: !isStaff },
      { ...query(listWrittenCorrections), enabled: !isStaff },
      { ...query(listOwnExams), enabled: isCandidate },
      { ...query(listExtraTimeTroubles), enabled: seesExtraTime },
      { ...query(listCorrections, { query: { isAnswered: false } }), enabled: isStaff },
    ],
    combine: (answers) => answers.some(isAwaited),
  });
  const used = entrances.filter(({ isArchived }) => !isArchived);
  const toPlatforms = <SmallLink href="/configuration/platforms">{t('Platforms.Trouble.Open')}</SmallLink>;
  /** The first steps of the systems that have an exam, or have none yet. */
  const firstSteps = (hasExam: boolean) =>
    !isSuperAdmin &&
    used.map(({ systemId, slug, title, name }) => {
      const own = work.data?.find((one) => one.systemId === systemId);
      if (
        !own?.firstSteps ||
        own.firstSteps.some(({ step, isDone }) => step === 'exam' && isDone) !== hasExam
      )
        return null;
      return (
        <FirstSteps
          key={systemId}
          systemTitle={title[language] || name}
          configuration={`/${slug}/configuration`}
          steps={own.firstSteps}
          hasSender={own.hasSender}
        />
      );
    });
  return (
    <HomeRows
      home={home}
      // An exam that exists comes before what else is to be set up.
      below={firstSteps(true)}
      isWhole={useFirstAnswers(isWaiting)}
      work={({ systemId, title, configuration }) =>
        !work.isError && (
          <SystemWorkList
            hrefOf={examHref}
            configuration={configuration}
            systemTitle={title}
            work={work.data?.find((one) => one.systemId === systemId)}
          />
        )
      }
    >
      {!isStaff && (
        <>
          <FindPerson />
          <TodaysExams systems={used} />
          <RequestsForCallers entrances={entrances} />
        </>
      )}
      <OutgoingNotices mayRelease={isSuperAdmin} whoMay={<SuperAdmins />} />
      <OwnNotices reader={reader}>{isStaff && <OpenCorrections />}</OwnNotices>
      {isStaff && (
        <PlatformTroubles isSuperAdmin={isSuperAdmin} whoMay={<SuperAdmins />} action={() => toPlatforms} />
      )}
      {openSteps.data && openSteps.data.length > 0 && (
        <SetupCard steps={openSteps.data} onName={() => setNaming(true)} />
      )}
      {isSuperAdmin && <UniversityDialog open={isNaming} onClose={() => setNaming(false)} />}
      {isSuperAdmin && <DoubtsNotice action={toPlatforms} />}
      {seesExtraTime && <ExtraTimeTroubles examHref={examHref} />}
      {work.isError && (
        <Notice tone="warning" title={t('HomePage.Work.Failed')} action={<RetryButton query={work} />}>
          {failureText(work.error)}
        </Notice>
      )}
      {firstSteps(false)}
    </HomeRows>
  );
}
