import type { Cohort } from '@guichet/contract/cohorts';
import { useState } from 'react';
import { CohortTable } from '../../features/cohorts/CohortTable.tsx';
import { CopyExamDialog } from '../../features/exams/CopyExamDialog.tsx';
import { ExamSpaceForm } from '../../features/exams/ExamSpaceForm.tsx';
import { useSayCourse } from '../../features/learning/health.api.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { Loaded } from '../../platform/lists/states/Loaded.tsx';
import { Menu } from '../../ui/aria/Menu.tsx';
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx';
import { CalendarIcon, UploadIcon } from '../../ui/icons/moreIcons.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Badge } from '../../ui/states/Badge.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { StateMark } from '../../ui/states/StateMark.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { examActions, examEntries } from './cohorts/examActions.ts';
import { useCohorts } from './cohorts/useCohorts.ts';
import { examHref, importHref } from './hrefs.ts';

/** Creates exam spaces, and lists the upcoming ones. */
export function SpacesTab({ systemId }: { systemId: number }) {
  const t = useT();
  const cohorts = useCohorts(systemId, 'coming');
  const sayCourse = useSayCourse();
  const [createdId, setCreatedId] = useState<number | null>(null);
  const [source, setSource] = useState<Cohort | null>(null);

  function welcome(cohort: Cohort) {
    setCreatedId(cohort.id);
    showToast({ tone: 'success', text: t('ExamSpace.Created', { title: cohort.title }) });
  }

  return (
    <div className="grid items-start gap-5 lg:grid-cols-[22rem_1fr] xl:grid-cols-[26rem_1fr]">
      <Card title={t('ExamSpace.New')}>
        <ExamSpaceForm systemId={systemId} onCreated={welcome} />
      </Card>
      <div className="min-w-0">
        <Card flush title={t('ExamSpace.Coming')}>
          <Loaded query={cohorts}>
            {(list) =>
              list.length > 0 ? (
                <CohortTable
                  caption={t('ExamSpace.Coming')}
                  cohorts={list}
                  href={({ id }) => examHref(systemId, id)}
                  mark={({ id }) => id === createdId && <Badge tone="success">{t('ExamSpace.IsNew')}</Badge>}
                  platform={(cohort) => {
                    const { tone, word } = sayCourse(cohort);
                    return <StateMark tone={tone}>{word}</StateMark>;
                  }}
                  actions={(cohort) => (
                    <span className="inline-flex items-center justify-end gap-1.5">
                      <ButtonLink
                        size="sm"
                        icon={UploadIcon}
                        href={importHref(cohort.id)}
                        aria-label={t('Cohort.Import.Into', { title: cohort.title })}
                      >
                        {t('Cohort.Import')}
                      </ButtonLink>
                      <Menu
                        label={t('Cohort.Actions', { title: cohort.title })}
                        entries={examEntries(
                          examActions(t, { systemId, cohort }).filter(
                            ({ id }) => id === 'edit' || id === 'copy',
                          ),
                          () => setSource(cohort),
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
      <CopyExamDialog
        systemId={systemId}
        source={source}
        onCopied={({ id }) => setCreatedId(id)}
        onClose={() => setSource(null)}
      />
    </div>
  );
}
