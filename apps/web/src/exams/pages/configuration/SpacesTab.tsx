import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { titleIn } from '@guichet/contract/exams/exams.titles';
import { useState } from 'react';
import { useFormats } from '../../../core/i18n/formats.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { ExamPlatformLine } from '../../../learning/ExamPlatformLine.tsx';
import { PlatformDialog } from '../../../learning/PlatformDialog.tsx';
import { Menu } from '../../../ui/aria/Menu.tsx';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { CalendarIcon, UploadIcon } from '../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Badge } from '../../../ui/states/Badge.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { CopyExamDialog } from '../../exam/CopyExamDialog.tsx';
import { ExamSpaceForm } from '../../exam/ExamSpaceForm.tsx';
import { driftHref, examHref, importHref } from '../../exam/examHrefs.ts';
import { ExamTable } from '../../places/ExamTable.tsx';
import { examActions, examEntries } from './exams/examActions.ts';
import { useExams } from './exams/useExams.ts';

/** Creates exam spaces, and lists the upcoming ones. */
export function SpacesTab({ systemId }: { systemId: number }) {
  const t = useT();
  const exams = useExams(systemId, 'coming');
  const language = useLanguage();
  const { longDay } = useFormats();
  const [created, setCreated] = useState<Pick<ExamSummary, 'id' | 'title' | 'titleEn' | 'date'> | null>(null);
  const shown = created && titleIn(language, created);
  const [source, setSource] = useState<ExamSummary | null>(null);
  const [stuck, setStuck] = useState<ExamSummary | null>(null);

  function welcome(exam: ExamSummary) {
    setCreated(exam);
    showToast({ tone: 'success', text: t('ExamSpace.Created', { title: titleIn(language, exam).title }) });
  }

  return (
    <div className="grid items-start gap-5 lg:grid-cols-[20rem_1fr] xl:grid-cols-[22rem_1fr]">
      <Card title={t('ExamSpace.New')}>
        <div className="flex flex-col gap-5">
          <ExamSpaceForm systemId={systemId} onCreated={welcome} />
          {shown && (
            <Notice
              tone="success"
              title={t('ExamSpace.Created.Title', { title: shown.title, day: longDay(shown.date) })}
              action={
                <span className="flex flex-wrap gap-2">
                  <ButtonLink size="sm" icon={CalendarIcon} href={examHref(systemId, shown.id)}>
                    {t('Exam.OpenPage')}
                  </ButtonLink>
                  <ButtonLink size="sm" icon={UploadIcon} href={importHref(shown.id)}>
                    {t('Exam.Import')}
                  </ButtonLink>
                </span>
              }
            >
              <p>{t('ExamSpace.Created.Next')}</p>
              {!shown.titleEn && <p>{t('ExamSpace.Created.OneTitle')}</p>}
            </Notice>
          )}
        </div>
      </Card>
      <div className="min-w-0">
        <Card flush title={t('ExamSpace.Coming')} description={t('ExamSpace.Coming.About')}>
          <Loaded query={exams}>
            {(list) =>
              list.length > 0 ? (
                <ExamTable
                  caption={t('ExamSpace.Coming')}
                  exams={list}
                  href={({ id }) => examHref(systemId, id)}
                  mark={({ id }) =>
                    id === created?.id && (
                      <>
                        <Badge tone="success">{t('ExamSpace.IsNew')}</Badge>{' '}
                      </>
                    )
                  }
                  platform={(exam) => (
                    <ExamPlatformLine
                      exam={exam}
                      driftHref={driftHref(systemId, exam.id)}
                      onOpen={() => setStuck(exam)}
                    />
                  )}
                  actions={(exam) => (
                    <span className="inline-flex items-center justify-end gap-1.5">
                      <ButtonLink
                        size="sm"
                        icon={UploadIcon}
                        href={importHref(exam.id)}
                        aria-label={t('Exam.Import.Into', { title: exam.title })}
                      >
                        {t('Exam.Import')}
                      </ButtonLink>
                      <Menu
                        label={t('Exam.Actions', { title: exam.title })}
                        entries={examEntries(
                          examActions(t, { systemId, exam }).filter(
                            ({ id }) => id === 'edit' || id === 'copy',
                          ),
                          () => setSource(exam),
                        )}
                      />
                    </span>
                  )}
                />
              ) : (
                <EmptyState icon={CalendarIcon} title={t('ExamSpace.None.Title')}>
                  {t('ExamSpace.None.Text')}
                </EmptyState>
              )
            }
          </Loaded>
        </Card>
      </div>
      <PlatformDialog systemId={systemId} exam={stuck} onClose={() => setStuck(null)} />
      <CopyExamDialog
        systemId={systemId}
        source={source}
        onCopied={setCreated}
        onClose={() => setSource(null)}
      />
    </div>
  );
}
