import { searchExams } from '@guichet/contract/exams/exams.list';
import { chooseLaunchExam } from '@guichet/contract/exams/lti';
import { useState } from 'react';
import { query, useCall, useQuery } from '../../../core/call/query.ts';
import { FailureNotice } from '../../../core/forms/formFaults.tsx';
import { useTexts } from '../../../core/i18n/formats.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { useDebounced } from '../../../core/timing/useDebounced.ts';
import { useOwnSystems } from '../../../identity/access/useOwnSystems.ts';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

/** Chooses the exam of a new link in a course, among those of the reader's systems. */
export function ExamChoice({ launch, course }: { launch: string; course: string }) {
  const { t, language, longDay } = useTexts();
  const { systemName } = useOwnSystems();
  const [search, setSearch] = useState('');
  const settled = useDebounced(search, 200);
  const exams = useQuery(query(searchExams, { query: { search: settled } }));
  const choose = useCall(chooseLaunchExam);

  function pick(examId: number) {
    choose.mutate(
      { params: { launch }, body: { examId } },
      { onSuccess: ({ next }) => next !== null && location.assign(next) },
    );
  }

  if (choose.data?.next === null)
    return (
      <Notice tone="success" role="status" title={t('Launch.Chosen')}>
        {t('Launch.Chosen.Text')}
      </Notice>
    );
  return (
    <div className="flex flex-col gap-4">
      <p>{t('Launch.Choose', { course })}</p>
      <SearchField
        label={t('Launch.Search')}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <FailureNotice failure={choose.error} />
      <Loaded query={exams} lines={4}>
        {(found) => {
          const open = found.filter(({ isCancelled }) => !isCancelled);
          if (open.length === 0) return <p className="text-muted">{t('Launch.NoneFound')}</p>;
          return (
            <ul className="flex flex-col gap-3">
              {open.map(({ examId, systemId, title, date }) => (
                <li key={examId} className="flex flex-wrap items-center gap-3 border-line border-b pb-3">
                  <div className="wrap-anywhere min-w-0 flex-1">
                    <p className="font-semibold">{title[language]}</p>
                    <p className="text-muted text-sm">
                      {[longDay(date), systemName(systemId)].filter(Boolean).join(' · ')}
                    </p>
                  </div>
                  <SmallButton
                    aria-label={t('Launch.Pick.Of', { title: title[language] })}
                    busy={choose.isPending && choose.variables.body.examId === examId}
                    onClick={() => pick(examId)}
                  >
                    {t('Launch.Pick')}
                  </SmallButton>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </div>
  );
}
