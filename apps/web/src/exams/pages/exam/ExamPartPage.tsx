import { listEntrances } from '@guichet/contract/identity/access';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { query } from '../../../core/call/query.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { HomeBreadcrumb } from '../../../core/page/HomeBreadcrumb.tsx';
import type { PageProps } from '../../../core/page/pageProps.ts';
import { usePageTitle } from '../../../core/page/usePageTitle.ts';
import { Page } from '../../../ui/layout/Page.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { examHref } from '../../exam/examHrefs.ts';
import { examOptions } from '../../exam/exams.api.ts';

export interface ExamPartPageProps extends Pick<PageProps, 'title' | 'systemId'> {
  /** Whether the content shows for a cancelled exam too, below the notice of the cancellation. */
  alsoCancelled?: boolean;
  children: (exam: { systemId: number; examId: number; examDate: string; startTime: string }) => ReactNode;
}

/** A page about one part of an exam, below the exam's own page. */
export function ExamPartPage({ title, systemId: given, alsoCancelled = false, children }: ExamPartPageProps) {
  const t = useT();
  const language = useLanguage();
  const { examId: examParam = '' } = useParams({ strict: false });
  const examId = Number(examParam);
  const systemId = given ?? 0;
  const home = useQuery(query(listEntrances));
  const exam = useQuery(examOptions(systemId, examId, language));
  const entrance = home.data?.entrances.find((one) => one.systemId === systemId);
  const systemTitle = entrance ? entrance.title[language] || entrance.name : '';
  const configuration = entrance ? `/${entrance.slug}/configuration` : '/home';
  const examTitle = exam.data?.title ?? '';
  usePageTitle(examTitle ? `${title} – ${examTitle}` : title);
  return (
    <Page dense>
      <PageHeader
        dense
        breadcrumb={
          <HomeBreadcrumb
            items={[
              { label: systemTitle, href: `${configuration}?tab=cohorts` },
              { label: examTitle, href: examHref(systemId, examId) },
              { label: title },
            ]}
          />
        }
        title={title}
      />
      <Loaded query={exam} lines={8}>
        {({ isCancelled, examDate, startTime }) => (
          <>
            {isCancelled && (
              <Notice tone="warning" title={t('Exam.IsCancelled')}>
                {t('Exam.IsCancelled.Text')}
              </Notice>
            )}
            {(!isCancelled || alsoCancelled) && children({ systemId, examId, examDate, startTime })}
          </>
        )}
      </Loaded>
    </Page>
  );
}
