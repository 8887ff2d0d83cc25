import { type ClosedState, type ExamSummary, platformFilters } from '@guichet/contract/exams/exams.list';
import { useQuery } from '@tanstack/react-query';
import { choiceParam, useAddress } from '../../../../core/address/useAddress.ts';
import { useLanguage, useT } from '../../../../core/i18n/useT.ts';
import { NarrowedLine } from '../../../../core/lists/filters/NarrowedLine.tsx';
import { isExamOver } from '../../../../core/parts/mails/isExamOver.ts';
import { ButtonLink } from '../../../../ui/buttons/ButtonLink.tsx';
import { Segmented } from '../../../../ui/fields/Segmented.tsx';
import { CalendarIcon, PlusIcon } from '../../../../ui/icons/moreIcons.tsx';
import { EmptyState } from '../../../../ui/states/EmptyState.tsx';
import { closedExamsOptions } from '../../../exam/exams.api.ts';
import type { WhichExams } from '../../../places/places.api.ts';
import { ExamList } from './ExamList.tsx';
import { useExams } from './useExams.ts';

const views = ['coming', 'past', 'cancelled', 'all'] as const;

const params = {
  show: choiceParam(views, 'coming'),
  /**
   * The restriction set by a figure of home: exams to come with a text in one language alone, with candidates not told
   * of a change, never signed in or in another exam at the same hour, or with a failure, a difference or a repair on
   * the learning platform.
   */
  only: choiceParam(
    ['oneLanguage', 'behind', 'incomplete', 'untold', 'notSignedIn', 'clashing', ...platformFilters],
    null,
  ),
};

export function ExamsTab({ systemId, isArchived }: { systemId: number; isArchived: boolean }) {
  const t = useT();
  const [{ show, only }, change] = useAddress(params);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          legend={t('Exams.Show')}
          value={show}
          onChange={(next) => change({ show: next, only: null }, 'replace')}
          options={views.map((value) => ({ value, label: t(`Exams.Show.${value}`) }))}
        />
        {!isArchived && (
          <ButtonLink variant="primary" icon={PlusIcon} href="?tab=spaces">
            {t('ExamSpace.New')}
          </ButtonLink>
        )}
      </div>
      {show === 'coming' && (
        <ComingExams systemId={systemId} only={only} onAll={() => change({ only: null })} />
      )}
      {show === 'all' && <AllExams systemId={systemId} />}
      {(show === 'past' || show === 'cancelled') && (
        <ClosedExams key={show} systemId={systemId} state={show} />
      )}
    </div>
  );
}

interface ComingExamsProps {
  systemId: number;
  only: Exclude<WhichExams, 'active' | 'coming'> | null;
  onAll: () => void;
}

function ComingExams({ systemId, only, onAll }: ComingExamsProps) {
  const t = useT();
  const exams = useExams(systemId, only ?? 'coming');
  const narrowed = only && (
    <div className="border-line border-b px-5 py-3 sm:px-6">
      <NarrowedLine allLabel={t('Exams.All')} onAll={onAll}>
        {t(`Exams.Only.${only}`)}
      </NarrowedLine>
    </div>
  );
  return (
    <ExamList
      systemId={systemId}
      title={t('Exams.Title.coming')}
      query={only ? exams : { ...exams, data: exams.data?.filter((exam) => !isExamOver(exam)) }}
      narrowed={narrowed}
    >
      <EmptyState icon={CalendarIcon} title={t(only ? 'Exams.None.Narrowed' : 'Exams.None.coming')}>
        {t('Exams.None.Text')}
      </EmptyState>
    </ExamList>
  );
}

function ClosedExams({ systemId, state }: { systemId: number; state: ClosedState }) {
  const t = useT();
  const exams = useQuery(closedExamsOptions(systemId, state, useLanguage()));
  return (
    <ExamList
      systemId={systemId}
      title={t(`Exams.Title.${state}`)}
      query={exams}
      isCancelled={() => state === 'cancelled'}
    >
      <EmptyState icon={CalendarIcon} title={t(`Exams.None.${state}`)} />
    </ExamList>
  );
}

function AllExams({ systemId }: { systemId: number }) {
  const t = useT();
  const active = useExams(systemId, 'active');
  const cancelled = useQuery(closedExamsOptions(systemId, 'cancelled', useLanguage()));
  const both: ExamSummary[] | undefined = active.data &&
    cancelled.data && [...active.data, ...cancelled.data];
  return (
    <ExamList
      systemId={systemId}
      title={t('Exams.Title.all')}
      query={{
        data: both?.sort((one, other) => one.date.localeCompare(other.date)),
        error: active.error ?? cancelled.error,
        isFetching: active.isFetching || cancelled.isFetching,
        refetch: () => Promise.all([active.refetch(), cancelled.refetch()]),
      }}
      isCancelled={(exam) => cancelled.data?.includes(exam) === true}
    >
      <EmptyState icon={CalendarIcon} title={t('Exams.None.all')} />
    </ExamList>
  );
}
