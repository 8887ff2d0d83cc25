import {
  type GradeOutcome,
  type GradeRow,
  gradeOutcomes,
  type Points,
} from '@guichet/contract/exams/results.grades';
import { useT, useTexts } from '../../core/i18n/formats.ts';
import { PagedRows } from '../../core/lists/PagedRows.tsx';
import { StateChip } from '../../ui/states/Badge.tsx';
import type { Tone } from '../../ui/states/Notice.tsx';
import { NameAndAddress } from '../../ui/tables/NameAndAddress.tsx';
import { changeText } from './ResultRows.tsx';

type Shown = Exclude<GradeOutcome, 'same'> | 'granted' | 'failed';

const outcomeTones: Readonly<Record<Shown, Tone>> = {
  marked: 'success',
  unmarked: 'danger',
  absent: 'warning',
  unticked: 'warning',
  ungraded: 'neutral',
  granted: 'neutral',
  failed: 'neutral',
};

const sizes = [10, 50, 100] as const;

/** Each candidate with grade, former grade, mark and mark by the rule; changed marks, then changed grades. */
export function GradeRows({ rows }: { rows: readonly GradeRow[] }) {
  const { t, number, longDate } = useTexts();
  const rank = ({ outcome, before }: GradeRow) => gradeOutcomes.indexOf(outcome) + (before ? 0 : 0.5);
  const sorted = rows.toSorted((a, b) => rank(a) - rank(b));
  const pointsText = ({ points, outOf }: Points) =>
    points === null || outOf === null
      ? '–'
      : t('Grades.Points', { points: number(Math.round(points * 100) / 100), outOf: number(outOf) });
  return (
    <PagedRows
      caption={t('Grades.Rows')}
      rows={sorted}
      keyOf={({ userId }) => userId}
      columns={[
        {
          heading: t('Import.Preview.Name'),
          lead: true,
          cell: ({ name, email }) => <NameAndAddress name={name} address={name === email ? null : email} />,
        },
        {
          heading: t('Grades.Grade'),
          align: 'end',
          cell: ({ grade, before }) => (
            <>
              <span className="block">{pointsText(grade)}</span>
              {before && (
                <span className="block text-sm text-warning-ink">
                  {t('Grades.Before', { grade: pointsText(before), until: longDate(before.until) })}
                </span>
              )}
            </>
          ),
        },
        { heading: t('Results.Change'), cell: ({ from, to }) => changeText(t, from, to) },
        {
          heading: t('Import.Preview.Outcome'),
          cell: ({ outcome, to }) => (
            <Outcome outcome={outcome === 'same' ? (to ? 'granted' : 'failed') : outcome} />
          ),
        },
      ]}
      sizes={sizes}
      label={t('Import.Preview.Pages')}
    />
  );
}

/** The outcome for a mark; an unchanged mark says whether the grade passes. */
function Outcome({ outcome }: { outcome: Shown }) {
  const t = useT();
  const text = outcome === 'failed' ? t('Grades.Outcome.failed') : t(`Results.Outcome.${outcome}`);
  return <StateChip tone={outcomeTones[outcome]}>{text}</StateChip>;
}
