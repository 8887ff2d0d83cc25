import { hoursInWords } from '@guichet/contract/core/inWords';
import type { Entrance } from '@guichet/contract/identity/access';
import { listTodaysExams, type TodaysExam } from '@guichet/contract/overview/support';
import { query, useQuery } from '../../core/call/query.ts';
import { useLanguage, useT } from '../../core/i18n/useT.ts';
import { Loaded } from '../../core/lists/states/Loaded.tsx';
import { Card } from '../../ui/layout/Card.tsx';

export interface TodaysExamsProps {
  systems: readonly Pick<Entrance, 'systemId' | 'slug' | 'title'>[];
}

/** Today's exams, for whoever answers calls: hour, place, programme, and how many are in. */
export function TodaysExams({ systems }: TodaysExamsProps) {
  const t = useT();
  const exams = useQuery(query(listTodaysExams));
  return (
    <Card title={t('HomePage.Today')} flush>
      <Loaded query={exams} lines={2}>
        {(found) =>
          found.length > 0 ? (
            <ul className="border-line border-t">
              {found.map((exam) => (
                <Entry
                  key={exam.examId}
                  exam={exam}
                  system={systems.find(({ systemId }) => systemId === exam.systemId)}
                />
              ))}
            </ul>
          ) : (
            <p className="border-line border-t px-5 py-4 text-muted sm:px-6">{t('HomePage.Today.None')}</p>
          )
        }
      </Loaded>
    </Card>
  );
}

interface EntryProps {
  exam: TodaysExam;
  system: TodaysExamsProps['systems'][number] | undefined;
}

function Entry({ exam, system }: EntryProps) {
  const t = useT();
  const language = useLanguage();
  const { examId, title, place, candidates, present } = exam;
  const hours = hoursInWords({ ...exam, endDate: '' }, language) || t('HomePage.Today.NoHour');
  const facts = [
    place[language],
    system?.title[language],
    t('HomePage.Today.Count', { candidates, present }),
  ];
  return (
    <li className="flex flex-wrap gap-x-4 gap-y-1 border-line border-b px-5 py-3 last:border-b-0 sm:px-6">
      <span className="min-w-40 tabular-nums">{hours}</span>
      <span className="wrap-anywhere min-w-0 grow basis-64">
        <a
          href={`/${system?.slug ?? ''}/configuration?tab=users&exam=${examId}`}
          className="text-accent-ink underline underline-offset-4"
        >
          {title[language]}
        </a>
        <span className="block text-muted text-sm">{facts.filter(Boolean).join(' · ')}</span>
      </span>
    </li>
  );
}
