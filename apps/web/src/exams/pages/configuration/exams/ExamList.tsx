import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { type ReactNode, useState } from 'react';
import { navigate } from '../../../../core/address/location.ts';
import { useT } from '../../../../core/i18n/useT.ts';
import { type Loadable, Loaded } from '../../../../core/lists/states/Loaded.tsx';
import { MailForecastNotice } from '../../../../identity/pages/users/forecast/MailForecastNotice.tsx';
import { MessageMails } from '../../../../identity/pages/users/MessageMails.tsx';
import { ExamPlatformLine } from '../../../../learning/ExamPlatformLine.tsx';
import { PlatformDialog } from '../../../../learning/PlatformDialog.tsx';
import { MailStatesLine } from '../../../../mail/outbox/MailStatesLine.tsx';
import { useSayLeaving } from '../../../../mail/outbox/outbox.api.ts';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Badge } from '../../../../ui/states/Badge.tsx';
import { CancelExamDialog, ReactivateExamDialog } from '../../../exam/CancellationDialogs.tsx';
import { CopyExamDialog } from '../../../exam/CopyExamDialog.tsx';
import { candidatesHref, driftHref, type ExamQuestion, examHref } from '../../../exam/examHrefs.ts';
import { mailsHref } from '../../../notices/mailsHref.ts';
import { RemindersDialog } from '../../../notices/RemindersDialog.tsx';
import { ExamTable } from '../../../places/ExamTable.tsx';
import { ExamMenu } from './ExamMenu.tsx';

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
  const sayLeaving = useSayLeaving();
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
      <RemindersDialog
        {...dialog('remind')}
        configuration=""
        sayLeaving={sayLeaving}
        missingFacts={(examId, readers) => (
          <MailForecastNotice kind="reminder" systemId={systemId} examId={examId} readers={readers} />
        )}
        mails={(examId, readers) => (
          <MessageMails kind="reminder" systemId={systemId} examId={examId} readers={readers} />
        )}
      />
      <CancelExamDialog {...dialog('deactivate')} />
      <ReactivateExamDialog {...dialog('reactivate')} />
      <CopyExamDialog {...copying} source={source} onCopied={({ id }) => navigate(examHref(systemId, id))} />
    </Card>
  );
}
