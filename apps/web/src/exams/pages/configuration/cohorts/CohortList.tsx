import type { Cohort } from '@guichet/contract/exams/cohorts';
import { type ReactNode, useState } from 'react';
import { navigate } from '../../../../core/address/location.ts';
import { type Loadable, Loaded } from '../../../../core/lists/states/Loaded.tsx';
import { ReminderFacts } from '../../../../identity/pages/users/MissingFacts.tsx';
import { ReminderMails } from '../../../../identity/pages/users/ReminderMails.tsx';
import { CohortPlatformLine } from '../../../../learning/CohortPlatformLine.tsx';
import { PlatformDialog } from '../../../../learning/PlatformDialog.tsx';
import { MailStatesLine } from '../../../../mail/outbox/MailStatesLine.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { CohortTable } from '../../../cohorts/CohortTable.tsx';
import { CopyExamDialog } from '../../../exam/CopyExamDialog.tsx';
import { DeactivateDialog } from '../../../exam/DeactivateDialog.tsx';
import { driftHref, examHref } from '../../../exam/examHrefs.ts';
import type { ExamQuestion } from '../../../exam/examQuestions.ts';
import { ReactivateDialog } from '../../../exam/ReactivateDialog.tsx';
import { RemindersDialog } from '../../../reminders/RemindersDialog.tsx';
import { CohortActions } from './CohortActions.tsx';

export interface CohortListProps {
  systemId: number;
  title: string;
  query: Loadable<Cohort[]>;
  isCancelled?: boolean;
  /** Stands above a narrowed list and names the restriction. */
  narrowed?: ReactNode;
  /** Shown when the list is empty. */
  children: ReactNode;
}

/** A list of cohorts with the actions on each, and the dialogs of these actions. */
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
