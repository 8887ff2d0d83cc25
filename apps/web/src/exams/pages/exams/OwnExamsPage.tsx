import { listOwnCorrections } from '@guichet/contract/exams/candidate.corrections';
import { useEffect } from 'react';
import { useQueryParam } from '../../../core/address/location.ts';
import { query, useQuery } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { type PageProps, TitledPage } from '../../../core/page/TitledPage.tsx';
import { useSession } from '../../../core/session/sessionStore.ts';
import { OwnLanguage } from '../../../identity/account/OwnLanguage.tsx';
import { OwnApplications } from '../../../identity/provider/OwnApplications.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { OwnCalendar } from '../../candidate/calendar/OwnCalendar.tsx';
import { CorrectionSummary } from '../../candidate/corrections/CorrectionSummary.tsx';
import { WithdrawRequest } from '../../candidate/corrections/written/WithdrawRequest.tsx';
import { OwnData } from '../../candidate/data/OwnData.tsx';
import { LeftExams } from '../../candidate/LeftExams.tsx';
import { OwnMails } from '../../candidate/mails/OwnMails.tsx';
import { OwnExamList } from '../../candidate/OwnExamList.tsx';
import { ownExamHeadingId, ownExamParam } from '../../candidate/ownExamHref.ts';
import { useOwnExams } from '../../candidate/useOwnExams.ts';

/** The page of a candidate; without a lead, so that a telephone's first screen shows the next exam. */
export function OwnExamsPage({ title }: PageProps) {
  const exams = useOwnExams();
  const email = useSession((session) => session.username) ?? '';
  const ledTo = useQueryParam(ownExamParam);
  const isLoaded = exams.isSuccess;
  // Moves the focus to the linked exam, after the page's heading has had it; without such an exam the heading
  // keeps it.
  useEffect(() => {
    if (ledTo && isLoaded) document.getElementById(ownExamHeadingId(ledTo))?.focus();
  }, [ledTo, isLoaded]);
  return (
    <TitledPage title={title}>
      <div className="flex max-w-4xl flex-col gap-6">
        <Loaded query={exams}>{(found) => <OwnExamList exams={found} email={email} />}</Loaded>
        <LeftExams />
        <OwnCorrections />
        <OwnApplications />
        <OwnCalendar />
        <OwnMails />
        <OwnData languageField={(language) => <OwnLanguage language={language} />} />
      </div>
    </TitledPage>
  );
}

/** Requests of the reader, open or answered lately, with the answers; renders nothing without any. */
function OwnCorrections() {
  const t = useT();
  const { data = [] } = useQuery(query(listOwnCorrections));
  if (data.length === 0) return null;
  return (
    <Card title={t('MyData.Asked')}>
      <CorrectionSummary
        corrections={data}
        action={(one) => one.askedBy === null && <WithdrawRequest correction={one} />}
      />
    </Card>
  );
}
