import type { Exam } from '@guichet/contract/exams/exams';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { navigate } from '../../../core/address/location.ts';
import { dayAfter } from '../../../core/days/readDay.ts';
import { today, useLanguage, useT, useTexts } from '../../../core/i18n/formats.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { type PageProps, TitledPage } from '../../../core/page/TitledPage.tsx';
import { isExamOver } from '../../../core/parts/mails/isExamOver.ts';
import { useEntrance } from '../../../identity/access/useEntrance.ts';
import { AddPerson } from '../../../identity/pages/users/AddPerson.tsx';
import { Menu } from '../../../ui/aria/Menu.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { CancelExamDialog, ReactivateExamDialog } from '../../exam/CancellationDialogs.tsx';
import { CopyExamDialog } from '../../exam/CopyExamDialog.tsx';
import { AnnounceDialog } from '../../exam/changes/AnnounceDialog.tsx';
import { editTextBehind, TextsBehind } from '../../exam/changes/TextsBehind.tsx';
import { ExamForm } from '../../exam/ExamForm.tsx';
import { type ExamQuestion, examFormId, examHref, examPeopleId } from '../../exam/examHrefs.ts';
import { examOptions } from '../../exam/exams.api.ts';
import { ExamReminders } from '../configuration/exams/ExamReminders.tsx';
import { type ExamAction, examActions, examEntries } from '../configuration/exams/examActions.ts';
import { ExamCourses } from './courses/ExamCourses.tsx';
import { ExamHistory } from './ExamHistory.tsx';
import { ExamOverview } from './ExamOverview.tsx';
import { ExamPeople } from './ExamPeople.tsx';
import { useAskedQuestion } from './useAskedQuestion.ts';

export function ExamPage({ title, systemId }: PageProps) {
  const language = useLanguage();
  const { examId = '' } = useParams({ strict: false });
  const { entrance, systemTitle, configuration } = useEntrance(systemId);
  const exam = useQuery(examOptions(systemId ?? 0, Number(examId), language));
  const examTitle = exam.data?.title ?? title;
  return (
    <TitledPage
      dense
      above={[{ label: systemTitle, href: `${configuration}?tab=cohorts` }]}
      title={examTitle}
      windowTitle={systemTitle ? `${examTitle} – ${systemTitle}` : examTitle}
      actions={
        exam.data && <ExamActions systemId={systemId ?? 0} exam={exam.data} configuration={configuration} />
      }
    >
      <Loaded query={exam} lines={8}>
        {(found) => (
          <ExamSheet
            key={found.id}
            systemId={systemId ?? 0}
            exam={found}
            configuration={configuration}
            seesExtraTime={entrance?.seesExtraTime ?? false}
          />
        )}
      </Loaded>
    </TitledPage>
  );
}

interface OfExamIn {
  systemId: number;
  exam: Exam;
  /** The address of the system's configuration. */
  configuration: string;
}

function ExamActions({ systemId, exam, configuration }: OfExamIn) {
  const t = useT();
  const { title, examDate: date, isCancelled } = exam;
  const summary = { ...exam, date, lastDay: exam.endDate };
  const actions = examActions(t, { systemId, exam: summary, isCancelled, configuration });
  const [asked, ask] = useAskedQuestion(actions);
  const shown = isAboutNow(exam) ? barActionsNearTheDay : barActions;
  const isShown = ({ id }: ExamAction) => shown.has(id);
  const dialog = (question: ExamQuestion) => ({
    systemId,
    exam: asked === question ? summary : null,
    onClose: () => ask(null),
  });
  return (
    <>
      {actions.filter(isShown).map((action) => {
        const look = { size: 'sm', icon: action.icon, children: action.label } as const;
        if (action.href !== undefined) return <ButtonLink key={action.id} href={action.href} {...look} />;
        return <Button key={action.id} onClick={() => ask(action.id)} {...look} />;
      })}
      <Menu
        label={t('Exam.Actions', { title })}
        entries={examEntries(
          // `edit` is the form of this page, and `add` a button of the list of people.
          actions.filter((action) => !isShown(action) && action.id !== 'edit' && action.id !== 'add'),
          ask,
        )}
      />
      <ExamReminders {...dialog('remind')} configuration={configuration} />
      <CopyExamDialog
        systemId={systemId}
        source={asked === 'copy' ? exam : null}
        onCopied={(copied) => navigate(examHref(systemId, copied.id))}
        onClose={() => ask(null)}
      />
      <AddPerson open={asked === 'add'} systemId={systemId} exam={summary} onClose={() => ask(null)} />
      <CancelExamDialog {...dialog('deactivate')} />
      <ReactivateExamDialog {...dialog('reactivate')} />
    </>
  );
}

/** The actions with a button of their own; the menu holds the others, with the cancellation last. */
const barActions: ReadonlySet<ExamAction['id']> = new Set([
  'import',
  'remind',
  'letter',
  'attendance',
  'results',
  'reactivate',
]);

/** The same from the day before the exam, when fewer lists come and people are about to be ticked: one row holds no more. */
const barActionsNearTheDay: typeof barActions = new Set([
  'letter',
  'presence',
  'attendance',
  'results',
  'reactivate',
]);

/** Whether an exam is today or tomorrow: people are ticked at its door. */
function isAboutNow({ examDate, endDate }: Pick<Exam, 'examDate' | 'endDate'>): boolean {
  const now = today(new Date());
  return examDate <= dayAfter(now, 1) && (endDate || examDate) >= now;
}

function ExamSheet(props: OfExamIn & { seesExtraTime: boolean }) {
  const { systemId, exam, configuration, seesExtraTime } = props;
  const { t, longDateTime } = useTexts();
  const [announcing, setAnnouncing] = useState<Exam | null>(null);
  const form = useRef<HTMLDivElement>(null);
  // The address can lead to the form, which is in the page only now.
  useEffect(() => {
    if (location.hash === `#${examFormId}`) form.current?.focus();
  }, []);
  const { examDate: date, endTime, endDate: lastDay, isCancelled, toTell: count, savedAt, savedBy } = exam;
  const isOpen = !isCancelled && !isExamOver({ date, endTime, lastDay });
  return (
    <div className="flex flex-col gap-3">
      {isCancelled && (
        <Notice tone="warning" title={t('Exam.IsCancelled')}>
          {t('Exam.IsCancelled.Text')}
        </Notice>
      )}
      {isOpen && count > 0 && (
        <Notice
          tone="warning"
          title={t('Exam.Untold', { count })}
          action={<SmallButton onClick={() => setAnnouncing(exam)}>{t('Exam.Announce')}</SmallButton>}
        />
      )}
      {isOpen && <TextsBehind systemId={systemId} exam={exam} onEdit={() => editTextBehind(exam)} />}
      <ExamOverview systemId={systemId} exam={exam} configuration={configuration} />
      <div id={examPeopleId} tabIndex={-1} className="flex flex-col gap-5 outline-none">
        <ExamPeople
          systemId={systemId}
          examId={exam.id}
          isCancelled={isCancelled}
          seesExtraTime={seesExtraTime}
          configuration={configuration}
        />
        <ExamCourses systemId={systemId} exam={exam} />
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_22rem]">
        <div ref={form} data-screen-only id={examFormId} tabIndex={-1} className="outline-none">
          <Card
            title={t('ExamPage.Title')}
            description={
              savedAt
                ? t('Versions.SavedBy', { date: longDateTime(savedAt), name: savedBy ?? '' })
                : undefined
            }
          >
            <fieldset disabled={isCancelled} className="contents">
              <ExamForm
                systemId={systemId}
                exam={exam}
                onSaved={(saved) => saved.toTell > 0 && setAnnouncing(saved)}
              />
            </fieldset>
          </Card>
        </div>
        <ExamHistory systemId={systemId} exam={exam} />
      </div>
      <AnnounceDialog systemId={systemId} exam={announcing} onClose={() => setAnnouncing(null)} />
    </div>
  );
}
