import type { Exam } from '@guichet/contract/exams/exams';
import { compareCourse, type ExamCourse, listExamCourses } from '@guichet/contract/exams/lti';
import type { ReactNode } from 'react';
import { query, useCall, useQuery } from '../../../../core/call/query.ts';
import { FailureNotice } from '../../../../core/forms/formFaults.tsx';
import { useLanguage, useT } from '../../../../core/i18n/useT.ts';
import { useSaveList } from '../../../../core/lists/saving/useSaveList.ts';
import { SmallButton } from '../../../../ui/buttons/SmallButton.tsx';
import { DownloadIcon, RefreshIcon } from '../../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Notice } from '../../../../ui/states/Notice.tsx';
import { NameAndAddress } from '../../../../ui/tables/NameAndAddress.tsx';

interface OfExam {
  systemId: number;
  exam: Pick<Exam, 'id' | 'title'>;
}

/** The courses whose links lead to an exam, each with its learners beside the candidates; nothing without such a course. */
export function ExamCourses({ systemId, exam }: OfExam) {
  const t = useT();
  const courses = useQuery(query(listExamCourses, { params: { systemId, examId: exam.id } })).data ?? [];
  if (courses.length === 0) return null;
  return (
    <Card title={t('ExamCourses.Title')} description={t('ExamCourses.About')}>
      <ul className="flex flex-col gap-5">
        {courses.map((course) => (
          <li key={course.id}>
            <Course systemId={systemId} exam={exam} course={course} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Course({ systemId, exam, course }: OfExam & { course: ExamCourse }) {
  const t = useT();
  const language = useLanguage();
  const { isSaving, save } = useSaveList(systemId);
  const compared = useCall(compareCourse);
  const found = compared.data;
  const params = { systemId, examId: exam.id, courseId: course.id };

  /** As a list that the import of candidates takes. */
  function saveList() {
    if (!found?.isRead) return;
    const headings = [t('User.firstName'), t('User.lastName'), t('User.email')];
    const rows = found.onlyInCourse.map((one) => [one.firstName, one.lastName, one.email ?? '']);
    void save(`${t('ExamCourses.File')} ${exam.title}.csv`, () => [headings, ...rows]);
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <p className="wrap-anywhere min-w-0 flex-1">
          <span className="font-semibold">{course.title}</span> · {course.platform[language]}
        </p>
        <SmallButton
          icon={RefreshIcon}
          aria-label={t('ExamCourses.Compare.Of', { course: course.title })}
          busy={compared.isPending}
          onClick={() => compared.mutate({ params })}
        >
          {t('ExamCourses.Compare')}
        </SmallButton>
      </div>
      <FailureNotice failure={compared.error} />
      {found?.isRead === false && (
        <Notice tone="warning" role="alert" title={t('ExamCourses.NotRead')}>
          {t('ExamCourses.NotRead.Text')}
          {found.reason && <span className="mt-2 block text-sm">{found.reason}</span>}
        </Notice>
      )}
      {found?.isRead && (
        <>
          <p role="status">{t('ExamCourses.InBoth', { count: found.inBoth })}</p>
          <People
            title={t('ExamCourses.OnlyInCourse', { count: found.onlyInCourse.length })}
            people={found.onlyInCourse}
          >
            <SmallButton icon={DownloadIcon} busy={isSaving} onClick={saveList}>
              {t('ExamCourses.Save')}
            </SmallButton>
          </People>
          <People
            title={t('ExamCourses.OnlyInExam', { count: found.onlyInExam.length })}
            people={found.onlyInExam}
          />
        </>
      )}
    </div>
  );
}

interface PeopleProps {
  title: string;
  people: readonly { readonly name: string; readonly email: string | null }[];
  children?: ReactNode;
}

function People({ title, people, children }: PeopleProps) {
  if (people.length === 0) return <p className="text-muted">{title}</p>;
  return (
    <details>
      <summary className="cursor-pointer font-semibold text-sm">{title}</summary>
      <div className="mt-3">{children}</div>
      <div className="mt-3 max-h-96 overflow-y-auto print:max-h-none">
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-x-6 gap-y-2">
          {people.map(({ name, email }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two members may have one name and no address
            <li key={at}>
              <NameAndAddress name={name} address={email} />
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
