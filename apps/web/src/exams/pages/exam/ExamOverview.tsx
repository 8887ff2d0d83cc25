import { hoursInWords } from '@guichet/contract/core/inWords';
import type { Exam } from '@guichet/contract/exams/exams';
import { placeIn } from '@guichet/contract/exams/exams.end';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage, useT, useTexts } from '../../../core/i18n/formats.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { isExamOver } from '../../../core/parts/mails/isExamOver.ts';
import { lacksMail } from '../../../identity/users/list/candidateFilters.ts';
import { ShutQuizNotice } from '../../../learning/drift/ShutQuizNotice.tsx';
import { ExamOnPlatform } from '../../../learning/ExamOnPlatform.tsx';
import { PlatformDialog } from '../../../learning/PlatformDialog.tsx';
import { MailStatesBar } from '../../../mail/outbox/MailStatesBar.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { StateMark } from '../../../ui/states/StateMark.tsx';
import * as examHrefs from '../../exam/examHrefs.ts';
import { closedExamsOptions } from '../../exam/exams.api.ts';
import { mailsHref } from '../../notices/mailsHref.ts';
import { ClashNote } from '../../places/ClashNote.tsx';
import { useExams } from '../configuration/exams/useExams.ts';
import { InviteButton } from '../configuration/users/InviteButton.tsx';
import { useShownUsers } from '../configuration/users/useShownUsers.ts';

export interface ExamOverviewProps {
  systemId: number;
  exam: Exam;
  /** The address of the system's configuration. */
  configuration: string;
}

const link =
  'inline-block min-h-6 content-center font-normal text-accent-ink underline-offset-4 hover:underline';
const heading = 'flex items-baseline justify-between gap-4 font-medium text-sm';

/** When and where an exam is, its number of candidates, and the states of their mails and places. */
export function ExamOverview({ systemId, exam, configuration }: ExamOverviewProps) {
  const { t, language, fullDay, longDateTime, number } = useTexts();
  const { id: examId, isCancelled, examDate } = exam;
  const { query, found: summary } = useExamSummary(systemId, examId, isCancelled);
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={t('ExamPage.Overview')}>
      {!isCancelled &&
        !isExamOver({ date: examDate, endTime: exam.endTime, lastDay: exam.endDate || examDate }) && (
          <ClashNote systemId={systemId} examId={examId} />
        )}
      <Loaded query={query} lines={4}>
        {() => {
          if (!summary) return null;
          return (
            <div className="grid items-start gap-x-8 gap-y-4 sm:grid-cols-2 xl:grid-cols-4">
              <div className="flex flex-col gap-1.5">
                <p className={heading}>
                  {t('Exam.Date')}
                  {!isCancelled && (
                    <a href={`#${examHrefs.examFormId}`} className={link}>
                      {t('Exam.Edit')}
                    </a>
                  )}
                </p>
                <p>
                  {fullDay(examDate)}
                  {exam.endDate && !exam.endTime && ` – ${fullDay(exam.endDate)}`}
                </p>
                <p className="wrap-anywhere text-muted text-sm empty:hidden">
                  {[hoursInWords(exam, language), placeIn(language, exam)].filter(Boolean).join(' · ')}
                </p>
              </div>
              <div>
                <p className={heading}>
                  {t('ExamPage.Enrolled')}
                  <a href={`#${examHrefs.examPeopleId}`} className={link}>
                    {t('ExamPage.ToPeople')}
                  </a>
                </p>
                {isCancelled ? (
                  <p className="font-serif text-3xl">{number(summary.numberOfCandidates)}</p>
                ) : (
                  <a
                    href={`${configuration}${examHrefs.candidatesHref(examId)}`}
                    aria-label={t('ExamPage.Candidates', { count: summary.numberOfCandidates })}
                    className="font-serif text-3xl text-accent-ink underline-offset-4 hover:underline"
                  >
                    {number(summary.numberOfCandidates)}
                  </a>
                )}
                {exam.attestations && (
                  <p className="text-sm">
                    <a href={examHrefs.resultsHref(systemId, examId)} className={link}>
                      {t('Attestations.Given', {
                        count: exam.attestations.people,
                        when: longDateTime(exam.attestations.lastAt),
                      })}
                    </a>
                  </p>
                )}
              </div>
              <div className="flex flex-col gap-1.5">
                <p className={heading}>
                  {t('ExamPage.Mails')}
                  <a data-screen-only href={mailsHref(systemId, examId)} className={link}>
                    {t('Import.FollowMails')}
                  </a>
                </p>
                {summary.numberOfCandidates > 0 && <InvitationLine systemId={systemId} exam={exam} />}
                <div>
                  <MailStatesBar
                    label={t('ExamPage.Mails')}
                    counts={summary.mails}
                    toFormer={summary.mailsToFormer}
                    formerHref={`${mailsHref(systemId, examId)}&only=former`}
                    leadOf={(state) => ({ href: mailsHref(systemId, examId, state) })}
                  />
                </div>
                <p className="text-muted text-sm">{t('ExamPage.Mails.About')}</p>
                <p data-screen-only className="text-sm">
                  <a href={examHrefs.examTextsHref(systemId, examId)} className={link}>
                    {t('ExamPage.Message')}
                  </a>
                </p>
              </div>
              <div className="flex flex-col gap-1.5">
                <p className={heading}>
                  {t('Learning.Label')}
                  <a data-screen-only href={examHrefs.driftHref(systemId, examId)} className={link}>
                    {t('Drift.Open')}
                  </a>
                </p>
                <div className="*:items-start!">
                  <ExamOnPlatform
                    isCancelled={isCancelled}
                    exam={summary}
                    driftHref={examHrefs.driftHref(systemId, examId)}
                    onOpen={() => setOpen(true)}
                  />
                </div>
                {summary.platformState === 'done' && (
                  <p className="text-muted text-sm">
                    {summary.lastReadAt
                      ? t(summary.readBackAt ? 'ExamPage.ReadBack' : 'ExamPage.ReadBefore', {
                          when: longDateTime(summary.lastReadAt),
                        })
                      : t('ExamPage.NotReadBack')}
                  </p>
                )}
                {summary.numberOfCandidates > 0 && (
                  <p className="text-muted text-sm">
                    {t('ExamPage.Arrived', {
                      arrived: number(summary.arrived),
                      all: number(summary.numberOfCandidates),
                    })}
                  </p>
                )}
              </div>
              {summary.shutQuizzes > 0 && (
                <div className="-order-1 col-span-full">
                  <ShutQuizNotice
                    systemId={systemId}
                    exam={summary}
                    driftHref={examHrefs.driftHref(systemId, examId)}
                  />
                </div>
              )}
              <PlatformDialog
                systemId={systemId}
                exam={isOpen ? summary : null}
                onClose={() => setOpen(false)}
              />
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}

/** Says whether every candidate has the invitation; leads to the others, and sends them the invitation. */
function InvitationLine({ systemId, exam }: Pick<ExamOverviewProps, 'systemId' | 'exam'>) {
  const t = useT();
  const { id, title, examDate: date, endTime, endDate: lastDay, isCancelled } = exam;
  const { data: users = [] } = useShownUsers(systemId, id, isCancelled);
  const count = users.filter(lacksMail).length;
  if (users.length === 0 || isCancelled) return null;
  if (count === 0)
    return (
      <p className="text-sm">
        <StateMark tone="success">{t('ExamPage.AllInvited', { count: users.length })}</StateMark>
      </p>
    );
  return (
    <>
      <a
        href={`?mail=missing#${examHrefs.examPeopleId}`}
        className="inline-block min-h-6 text-sm text-warning-ink underline underline-offset-4 hover:text-accent-ink"
      >
        {t('ExamPage.NotInvited', { count, all: users.length })}
      </a>
      <div data-screen-only className="empty:hidden">
        <InviteButton systemId={systemId} exam={{ id, title, date, endTime, lastDay }} users={users} />
      </div>
    </>
  );
}

/** The counts of an exam: polled for an active exam, fetched once for a cancelled one. */
function useExamSummary(systemId: number, examId: number, isCancelled: boolean) {
  const active = useExams(systemId, 'active', !isCancelled);
  const cancelled = useQuery({
    ...closedExamsOptions(systemId, 'cancelled', useLanguage()),
    enabled: isCancelled,
  });
  const query = isCancelled ? cancelled : active;
  const found: ExamSummary | undefined = query.data?.find(({ id }) => id === examId);
  return { query, found };
}
