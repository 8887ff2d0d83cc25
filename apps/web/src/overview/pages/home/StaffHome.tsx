import { listLeftExams, listOwnExams } from '@guichet/contract/exams/candidate';
import { listCorrections, listWrittenCorrections } from '@guichet/contract/exams/candidate.corrections';
import { listExtraTimeTroubles } from '@guichet/contract/exams/results.extraTime';
import { countDoubts } from '@guichet/contract/learning/learning.doubts';
import { listPlatformTroubles } from '@guichet/contract/learning/learning.platforms';
import { findOutgoingStatus } from '@guichet/contract/mail/outbox.status';
import { listSystemWork, type SystemWork } from '@guichet/contract/overview/home';
import { listOpenSteps } from '@guichet/contract/overview/home.setup';
import { listTodaysExams } from '@guichet/contract/overview/support';
import { useState } from 'react';
import { query, useQueries, useQuery } from '../../../core/call/query.ts';
import { useFailureText } from '../../../core/forms/formFaults.tsx';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { RetryButton } from '../../../core/lists/states/Loaded.tsx';
import { usePaletteOpener } from '../../../core/page/palette.ts';
import { OpenCorrections } from '../../../exams/candidate/corrections/OpenCorrections.tsx';
import { examHref } from '../../../exams/exam/examHrefs.ts';
import { ExtraTimeTroubles } from '../../../exams/results/extraTime/ExtraTimeTroubles.tsx';
import { SuperAdmins } from '../../../identity/access/SuperAdmins.tsx';
import { DoubtsNotice } from '../../../learning/platforms/accounts/DoubtsNotice.tsx';
import { PlatformTroubles } from '../../../learning/platforms/PlatformTroubles.tsx';
import { OutgoingNotices } from '../../../mail/outbox/OutgoingNotices.tsx';
import { UniversityDialog } from '../../../systems/university/UniversityDialog.tsx';
import { SmallLink } from '../../../ui/buttons/SmallButton.tsx';
import { SearchIcon } from '../../../ui/icons/moreIcons.tsx';
import { CheckIcon } from '../../../ui/icons/publicIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { SystemWorkList } from '../../home/SystemWorkList.tsx';
import { SetupCard } from '../../home/setup/SetupCard.tsx';
import { TodaysExams } from '../../home/TodaysExams.tsx';
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
      query(listLeftExams),
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

/** The search field of whoever answers calls: opens the quick access, which finds people. */
function FindPerson() {
  const t = useT();
  const openPalette = usePaletteOpener();
  if (!openPalette) return null;
  return (
    <button
      type="button"
      onClick={openPalette}
      aria-keyshortcuts="Control+K"
      className="flex min-h-12 w-full max-w-2xl cursor-text items-center gap-3 rounded-md border border-edge/60 bg-surface px-4 py-2 text-left leading-snug text-muted hover:border-edge"
    >
      <SearchIcon size={20} className="shrink-0" />
      {t('HomePage.FindPerson')}
    </button>
  );
}

interface FirstStepsProps {
  systemTitle: string;
  /** The path of the system's configuration page. */
  configuration: string;
  steps: NonNullable<SystemWork['firstSteps']>;
  /** Whether somebody reads the answers to the mails. */
  hasSender: boolean;
}

/** The way to the first exam of a system, for its administrators; each step leads to the tab where it is done. */
function FirstSteps({ systemTitle, configuration, steps: ofExam, hasSender }: FirstStepsProps) {
  const t = useT();
  const leadTo = (tab: string) => `${configuration}?tab=${tab}`;
  const hrefs = {
    exam: leadTo('spaces'),
    text: leadTo('email'),
    list: leadTo('import'),
    people: leadTo('users'),
    sender: '/configuration/contacts',
  };
  // Before the list, whose mails are the first that somebody may answer.
  const steps = ofExam.flatMap((one) =>
    one.step === 'list' ? [{ step: 'sender' as const, isDone: hasSender }, one] : one,
  );
  const next = steps.find(({ isDone }) => !isDone)?.step;
  return (
    <Card title={t('FirstSteps.Title', { system: systemTitle })} description={t('FirstSteps.Lead')}>
      <ol aria-label={t('FirstSteps.Title', { system: systemTitle })} className="flex flex-col gap-3">
        {steps.map(({ step, isDone }, index) => (
          <li key={step} className="flex gap-3" aria-current={step === next ? 'step' : undefined}>
            <span
              aria-hidden="true"
              className={`grid size-6 shrink-0 place-items-center rounded-full border text-sm ${
                isDone ? 'border-transparent bg-success-soft text-success-ink' : 'border-edge text-muted'
              }`}
            >
              {isDone ? <CheckIcon size={14} strokeWidth={2.5} /> : index + 1}
            </span>
            <span className="min-w-0">
              <a
                href={hrefs[step]}
                className="inline-block min-h-6 font-medium text-accent-ink underline-offset-4 hover:underline"
              >
                {t(`FirstSteps.${step}`)}
              </a>
              {isDone && <span className="sr-only"> {t('FirstSteps.Done')}</span>}
              <span className="block text-muted text-sm">{t(`FirstSteps.${step}.About`)}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
