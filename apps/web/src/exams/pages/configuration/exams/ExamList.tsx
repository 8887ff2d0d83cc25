import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { type ReactNode, useState } from 'react';
import { navigate } from '../../../../core/address/location.ts';
import { useT } from '../../../../core/i18n/useT.ts';
import { type Loadable, Loaded } from '../../../../core/lists/states/Loaded.tsx';
import { ExamPlatformLine } from '../../../../learning/ExamPlatformLine.tsx';
import { PlatformDialog } from '../../../../learning/PlatformDialog.tsx';
import { MailStatesLine } from '../../../../mail/outbox/MailStatesLine.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Badge } from '../../../../ui/states/Badge.tsx';
import { CancelExamDialog, ReactivateExamDialog } from '../../../exam/CancellationDialogs.tsx';
import { CopyExamDialog } from '../../../exam/CopyExamDialog.tsx';
import { candidatesHref, driftHref, type ExamQuestion, examHref } from '../../../exam/examHrefs.ts';
import { mailsHref } from '../../../notices/mailsHref.ts';
import { ExamTable } from '../../../places/ExamTable.tsx';
import { ExamMenu } from './ExamMenu.tsx';
import { ExamReminders } from './ExamReminders.tsx';

export interface ExamListProps {
  systemId: number;
  title: string;
  query: Loadable<ExamSummary[]>;
  isCancelled?: (exam: ExamSummary) => boolean;
  /** Stands above a narrowed list and names the restriction. */
  narrowed?: ReactNode;
  /** Shown when the list is empty. */
  children: ReactNode;
}

/** A list of exams with the actions on each, and the dialogs of these actions. */
export function ExamList(props: ExamListProps) {
  const { systemId, title, query, isCancelled = () => false, narrowed, children } = props;
  const t = useT();
  const [asked, setAsked] = useState<{ action: ExamQuestion | 'platform'; exam: ExamSummary } | null>(null);
  const dialog = (action: ExamQuestion | 'platform') => ({
    systemId,
    exam: asked?.action === action ? asked.exam : null,
    onClose: () => setAsked(null),
  });
  const { exam: source, ...copying } = dialog('copy');
  return (
    <Card flush>
      {narrowed}
      <Loaded query={query}>
        {(list) =>
          list.length > 0 ? (
            <ExamTable
              caption={title}
              exams={list}
              href={({ id }) => examHref(systemId, id)}
              peopleHref={(exam) =>
                isCancelled(exam) ? examHref(systemId, exam.id) : candidatesHref(exam.id)
              }
              mark={(exam) =>
                isCancelled(exam) &&
                !list.every(isCancelled) && (
                  <>
                    <Badge tone="danger">{t('Exam.Cancelled')}</Badge>{' '}
                  </>
                )
              }
              platform={(exam) => (
                <ExamPlatformLine
                  exam={exam}
                  isCancelled={isCancelled(exam)}
                  driftHref={driftHref(systemId, exam.id)}
                  onOpen={() => setAsked({ action: 'platform', exam })}
                />
              )}
              mails={({ id, mails, mailsToFormer, formerCandidates }) => (
                <MailStatesLine
                  counts={mails}
                  toFormer={mailsToFormer}
                  formerCandidates={formerCandidates}
                  hrefOf={(state) => mailsHref(systemId, id, state)}
                />
              )}
              actions={(exam) => (
                <ExamMenu
                  systemId={systemId}
                  exam={exam}
                  isCancelled={isCancelled(exam)}
                  onAsk={(action) => setAsked({ action, exam })}
                />
              )}
            />
          ) : (
            children
          )
        }
      </Loaded>
      <PlatformDialog {...dialog('platform')} />
      <ExamReminders {...dialog('remind')} configuration="" />
      <CancelExamDialog {...dialog('deactivate')} />
      <ReactivateExamDialog {...dialog('reactivate')} />
      <CopyExamDialog {...copying} source={source} onCopied={({ id }) => navigate(examHref(systemId, id))} />
    </Card>
  );
}
