import { platformFilters } from '@guichet/contract/exams/cohorts';
import { type ClosedState, closedStates } from '@guichet/contract/exams/exams';
import { useQuery } from '@tanstack/react-query';
import { choiceParam } from '../../../../core/address/params.ts';
import { useAddress } from '../../../../core/address/useAddress.ts';
import { useLanguage, useT } from '../../../../core/i18n/useT.ts';
import { NarrowedLine } from '../../../../core/lists/filters/NarrowedLine.tsx';
import { ButtonLink } from '../../../../ui/buttons/ButtonLink.tsx';
import { Segmented } from '../../../../ui/fields/Segmented.tsx';
import { CalendarIcon } from '../../../../ui/icons/moreIcons.tsx';
import { EmptyState } from '../../../../ui/states/EmptyState.tsx';
import type { WhichCohorts } from '../../../cohorts/cohorts.api.ts';
import { closedExamsOptions } from '../../../exam/exams.api.ts';
import { CohortList } from './CohortList.tsx';
import { useCohorts } from './useCohorts.ts';

const views = ['active', ...closedStates] as const;

const params = {
  show: choiceParam(views, 'active'),
  /**
   * The restriction set by a figure of home: exams to come, or only those with a text in one language alone,
   * with candidates not told of a change or never signed in, or with a failure, a difference or a repair on
   * the learning platform.
   */
  only: choiceParam(['coming', 'oneLanguage', 'untold', 'notSignedIn', ...platformFilters], null),
};

/** The active cohorts of a system, or its past or cancelled exams. */
export function CohortsTab({ systemId }: { systemId: number }) {
  const t = useT();
  const [{ show, only }, change] = useAddress(params);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Segmented
          legend={t('Cohorts.Show')}
          value={show}
          onChange={(next) => change({ show: next, only: null }, 'replace')}
          options={views.map((value) => ({ value, label: t(`Cohorts.Show.${value}`) }))}
        />
        {show === 'active' && <p className="text-muted text-sm">{t('Cohorts.Show.active.About')}</p>}
      </div>
      {show === 'active' ? (
        <ActiveCohorts systemId={systemId} only={only} onAll={() => change({ only: null })} />
      ) : (
        <ClosedExams key={show} systemId={systemId} state={show} />
      )}
    </div>
  );
}

interface ActiveCohortsProps {
  systemId: number;
  only: Exclude<WhichCohorts, 'active'> | null;
  onAll: () => void;
}

function ActiveCohorts({ systemId, only, onAll }: ActiveCohortsProps) {
  const t = useT();
  const narrowed = only && (
    <div className="border-line border-b px-5 py-3 sm:px-6">
      <NarrowedLine allLabel={t('Cohorts.All')} onAll={onAll}>
        {t(`Cohorts.Only.${only}`)}
      </NarrowedLine>
    </div>
  );
  return (
    <CohortList
      systemId={systemId}
      title={t('Cohorts.Title')}
      query={useCohorts(systemId, only ?? 'active')}
      narrowed={narrowed}
    >
      <EmptyState
        icon={CalendarIcon}
        title={t(only ? 'Cohorts.None.Narrowed' : 'Cohorts.None.Title')}
        action={
          <ButtonLink variant="primary" href="?tab=spaces">
            {t('Import.NoCohort.Action')}
          </ButtonLink>
        }
      >
        {t('Cohorts.None.Text')}
      </EmptyState>
    </CohortList>
  );
}

function ClosedExams({ systemId, state }: { systemId: number; state: ClosedState }) {
  const t = useT();
  const exams = useQuery(closedExamsOptions(systemId, state, useLanguage()));
  return (
    <CohortList
      systemId={systemId}
      title={t(`Cohorts.Title.${state}`)}
      query={exams}
      isCancelled={state === 'cancelled'}
    >
      <EmptyState icon={CalendarIcon} title={t(`Cohorts.None.${state}`)} />
    </CohortList>
  );
}
