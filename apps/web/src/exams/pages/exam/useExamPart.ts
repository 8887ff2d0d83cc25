import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useLanguage } from '../../../core/i18n/useT.ts';
import type { PageProps } from '../../../core/page/pageProps.ts';
import { useEntrance } from '../../../identity/access/useEntrance.ts';
import { examHref } from '../../exam/examHrefs.ts';
import { examOptions } from '../../exam/exams.api.ts';

/** The exam of a page below the exam's own page, and the titles of that page. */
export function useExamPart({ title, systemId: given }: PageProps) {
  const { examId: examParam = '' } = useParams({ strict: false });
  const examId = Number(examParam);
  const systemId = given ?? 0;
  const { entrance, systemTitle, configuration } = useEntrance(systemId);
  const exam = useQuery(examOptions(systemId, examId, useLanguage()));
  const examTitle = exam.data?.title ?? '';
  return {
    params: { systemId, examId },
    entrance,
    exam,
    titles: {
      title,
      windowTitle: examTitle ? `${title} – ${examTitle}` : title,
      above: [
        { label: systemTitle, href: `${configuration}?tab=cohorts` },
        { label: examTitle, href: examHref(systemId, examId) },
      ],
    },
  };
}
