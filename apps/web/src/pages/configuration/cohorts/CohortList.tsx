import type { Cohort } from '@guichet/contract/cohorts';
import { type ReactNode, useState } from 'react';
import { CohortTable } from '../../../features/cohorts/CohortTable.tsx';
import { CopyExamDialog } from '../../../features/exams/CopyExamDialog.tsx';
import { DeactivateDialog } from '../../../features/exams/DeactivateDialog.tsx';
import { ReactivateDialog } from '../../../features/exams/ReactivateDialog.tsx';
import { CohortPlatformLine } from '../../../features/learning/CohortPlatformLine.tsx';
import { PlatformDialog } from '../../../features/learning/PlatformDialog.tsx';
import { MailStatesLine } from '../../../features/outbox/MailStatesLine.tsx';
import { RemindersDialog } from '../../../features/reminders/RemindersDialog.tsx';
import { navigate } from '../../../platform/address/location.ts';
import { type Loadable, Loaded } from '../../../platform/lists/states/Loaded.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { ReminderFacts } from '../../users/MissingFacts.tsx';
import { ReminderMails } from '../../users/ReminderMails.tsx';
import { driftHref, examHref } from '../hrefs.ts';
import { CohortActions } from './CohortActions.tsx';
import type { ExamQuestion } from './examQuestions.ts';

export interface CohortListProps {
  systemId: number;
  title: string;
  query: Loadable<Cohort[]>;
  isCancelled?: boolean;
  /** Above the list: what it is narrowed to. */
  narrowed?: ReactNode;
  /** Shown where there are none. */
  children: ReactNode;
}

/** Cohorts with what can be done with each, and the dialogs for that. */
export function CohortList(props: CohortListProps) {
  const { systemId, title, query, isCancelled = false, narrowed, children } = props;
  const [asked, setAsked] = useState<{ action: ExamQuestion | 'platform'; cohort: Cohort } | null>(null);
  const dialog = (action: ExamQuestion | 'platform') => ({
    systemId,
    cohort: asked?.action === action ? asked.cohort : null,
    onClose: () => setAsked(null),
  });
  const { cohort: source, ...copying } = dialog('copy');
  return (
    <Card flush>
      {narrowed}
      <Loaded query={query}>
        {(list) =>
          list.length > 0 ? (
            <CohortTable
              caption={title}
              cohorts={list}
              href={({ id }) => examHref(systemId, id)}
              platform={(cohort) => (
                <CohortPlatformLine
                  cohort={cohort}
                  driftHref={driftHref(systemId, cohort.id)}
                  onOpen={() => setAsked({ action: 'platform', cohort })}
                />
              )}
              mails={({ mails, mailsToFormer, formerCandidates }) => (
                <MailStatesLine counts={mails} toFormer={mailsToFormer} formerCandidates={formerCandidates} />
              )}
              actions={(cohort) => (
                <CohortActions
                  systemId={systemId}
                  cohort={cohort}
                  isCancelled={isCancelled}
                  onAsk={(action) => setAsked({ action, cohort })}
                />
              )}
            />
          ) : (
            children
          )
        }
      </Loaded>
      <PlatformDialog {...dialog('platform')} />
      <RemindersDialog
        {...dialog('remind')}
        configuration=""
        missingFacts={(cohortId) => <ReminderFacts systemId={systemId} cohortId={cohortId} />}
        mails={(cohortId, readers) => (
          <ReminderMails systemId={systemId} cohortId={cohortId} readers={readers} />
        )}
      />
      <DeactivateDialog {...dialog('deactivate')} />
      <ReactivateDialog {...dialog('reactivate')} />
      <CopyExamDialog {...copying} source={source} onCopied={({ id }) => navigate(examHref(systemId, id))} />
    </Card>
  );
}
