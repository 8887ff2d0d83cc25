import { listEntrances } from '@guichet/contract/identity/access';
import { listSystemWork } from '@guichet/contract/overview/home';
import { listOpenSteps } from '@guichet/contract/overview/home.setup';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../core/call/query.ts';
import { useFailureText } from '../../../core/forms/useFailureText.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { useHelp } from '../../../core/page/HelpSlot.tsx';
import type { PageProps } from '../../../core/page/pageProps.ts';
import { usePageTitle } from '../../../core/page/usePageTitle.ts';
import { useSession } from '../../../core/session/sessionStore.ts';
import { OpenCorrections } from '../../../exams/candidate/corrections/OpenCorrections.tsx';
import { NextOwnExam } from '../../../exams/candidate/NextOwnExam.tsx';
import { examHref } from '../../../exams/exam/examHrefs.ts';
import { ExtraTimeTroubles } from '../../../exams/results/extraTime/ExtraTimeTroubles.tsx';
import { ArchivedSystems } from '../../../identity/access/ArchivedSystems.tsx';
import { EntranceTable } from '../../../identity/access/EntranceTable.tsx';
import { SuperAdmins } from '../../../identity/access/SuperAdmins.tsx';
import { FirstPasswordNotice } from '../../../identity/account/FirstPassword.tsx';
import { OwnApplications } from '../../../identity/provider/OwnApplications.tsx';
import { DoubtsNotice } from '../../../learning/platforms/accounts/DoubtsNotice.tsx';
import { PlatformTroubles } from '../../../learning/platforms/PlatformTroubles.tsx';
import { OutgoingNotices } from '../../../mail/outbox/OutgoingNotices.tsx';
import { UniversityDialog } from '../../../systems/university/UniversityDialog.tsx';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { SmallLink } from '../../../ui/buttons/SmallLink.tsx';
import { BuildingIcon, CalendarIcon, ClockIcon } from '../../../ui/icons/moreIcons.tsx';
import { MailIcon } from '../../../ui/icons/publicIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Page } from '../../../ui/layout/Page.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { FirstSteps } from '../../home/FirstSteps.tsx';
import { SystemWorkList } from '../../home/SystemWorkList.tsx';
import { SetupCard } from '../../home/setup/SetupCard.tsx';
import { TodaysExams } from '../../home/TodaysExams.tsx';
import { FindPerson } from './FindPerson.tsx';
import { RequestsForCallers } from './RequestsForCallers.tsx';
import { useFirstAnswers } from './useFirstAnswers.ts';

export function HomePage({ title }: PageProps) {
  const t = useT();
  const language = useLanguage();
  const failureText = useFailureText();
  const home = useQuery(query(listEntrances));
  const knownName = useSession((session) => session.decodedToken?.name);
  const administersSome = home.data?.entrances.some(({ isAdmin }) => isAdmin) === true;
  const supportsSome = home.data?.entrances.some(({ isSupport }) => isSupport) === true;
  const seesExtraTime = home.data?.entrances.some((one) => one.isAdmin && one.seesExtraTime) === true;
  const work = useQuery({ ...query(listSystemWork), enabled: administersSome });
  const openSteps = useQuery({ ...query(listOpenSteps), enabled: home.data?.isSuperAdmin === true });
  const [isNaming, setNaming] = useState(false);
  const help = useHelp();
  usePageTitle(title);

  const {
    fullName = knownName,
    isSuperAdmin = false,
    mustChoosePassword = false,
    isByProvider = false,
  } = home.data ?? {};
  const { entrances = [] } = home.data ?? {};
  const used = entrances.filter(({ isArchived }) => !isArchived);
  const isStaff = isSuperAdmin || administersSome;
  const isCandidate = home.data?.entrances.some(({ isStudent }) => isStudent) === true;
  // Content that came later would move the rows while somebody aims at one of them.
  const isWhole = useFirstAnswers({
    isKnown: home.data !== undefined,
    isSuperAdmin,
    administersSome,
    supportsSome,
    seesExtraTime,
    isCandidate,
  });
  return (
    <Page>
      <PageHeader
        title={fullName ? t('HomePage.Greeting', { name: fullName }) : title}
        description={t('HomePage.Lead')}
        actions={
          <>
            {isCandidate && (
              <ButtonLink href="/my-exams" icon={CalendarIcon}>
                {t('MyExams.Title')}
              </ButtonLink>
            )}
            {isSuperAdmin && (
              <>
                <ButtonLink href="/audit" icon={ClockIcon}>
                  {t('AuditPage.Title')}
                </ButtonLink>
                <ButtonLink href="/outbox" icon={MailIcon}>
                  {t('OutboxPage.Title')}
                </ButtonLink>
              </>
            )}
            {!home.isPending && help}
          </>
        }
      />
      <div className="flex flex-col gap-6">
        {isWhole && (
          <>
            {supportsSome && !isStaff && <FindPerson />}
            {supportsSome && !isStaff && <TodaysExams systems={used} />}
            {supportsSome && !isStaff && <RequestsForCallers entrances={entrances} />}
            {(isStaff || supportsSome) && (
              <OutgoingNotices mayRelease={isSuperAdmin} whoMay={<SuperAdmins />} />
            )}
            {mustChoosePassword && !isByProvider && <FirstPasswordNotice />}
            {isStaff && <OpenCorrections />}
            {isCandidate && <NextOwnExam />}
            {isStaff && (
              <PlatformTroubles
                isSuperAdmin={isSuperAdmin}
                whoMay={<SuperAdmins />}
                action={() => (
                  <SmallLink href="/configuration/platforms">{t('Platforms.Trouble.Open')}</SmallLink>
                )}
              />
            )}
            {openSteps.data && openSteps.data.length > 0 && (
              <SetupCard steps={openSteps.data} onName={() => setNaming(true)} />
            )}
            {isSuperAdmin && <UniversityDialog open={isNaming} onClose={() => setNaming(false)} />}
            {isSuperAdmin && (
              <DoubtsNotice
                action={<SmallLink href="/configuration/platforms">{t('Platforms.Trouble.Open')}</SmallLink>}
              />
            )}
            {seesExtraTime && <ExtraTimeTroubles examHref={examHref} />}
            {work.isError && (
              <Notice
                tone="warning"
                title={t('HomePage.Work.Failed')}
                action={
                  <SmallButton onClick={() => void work.refetch()} busy={work.isFetching}>
                    {t('Failure.Retry')}
                  </SmallButton>
                }
              >
                {failureText(work.error)}
              </Notice>
            )}
            {!isSuperAdmin &&
              used.map(({ systemId, slug, title, name }) => {
                const own = work.data?.find((one) => one.systemId === systemId);
                return (
                  own?.firstSteps && (
                    <FirstSteps
                      key={systemId}
                      systemTitle={title[language] || name}
                      configuration={`/${slug}/configuration`}
                      steps={own.firstSteps}
                      hasSender={own.hasSender}
                    />
                  )
                );
              })}
          </>
        )}
        <Card flush>
          <Loaded query={{ ...home, data: isWhole ? home.data : undefined }}>
            {() =>
              used.length > 0 || isSuperAdmin ? (
                <EntranceTable
                  entrances={used}
                  isSuperAdmin={isSuperAdmin}
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
                />
              ) : (
                <EmptyState
                  icon={BuildingIcon}
                  title={t('HomePage.Empty.Title')}
                  action={<ButtonLink href="/logout">{t('HomePage.Empty.Action')}</ButtonLink>}
                >
                  {t('HomePage.Empty.Text')}
                </EmptyState>
              )
            }
          </Loaded>
        </Card>
        {isWhole && <OwnApplications />}
        {isWhole && <ArchivedSystems entrances={entrances} />}
      </div>
    </Page>
  );
}
