import {
  type ResultOutcome,
  type ResultRow,
  resultOutcomes,
} from '@guichet/contract/imports/imports.results';
import { type T, useT } from '../../core/i18n/useT.ts';
import { PagedRows } from '../../core/lists/PagedRows.tsx';
import { StateChip } from '../../ui/states/Badge.tsx';
import type { Tone } from '../../ui/states/Notice.tsx';
import { NameAndAddress } from '../../ui/tables/NameAndAddress.tsx';

export const outcomeTones: Readonly<Record<ResultOutcome, Tone>> = {
  conflict: 'danger',
  ambiguous: 'danger',
  unknown: 'danger',
  unclear: 'warning',
  marked: 'success',
  unmarked: 'warning',
  absent: 'warning',
  unticked: 'warning',
  double: 'neutral',
  blank: 'neutral',
  same: 'neutral',
};

const sizes = [10, 50, 100] as const;

/** Each row of a list of results, troubles first: the person, the result, the mark now and afterwards. */
export function ResultRows({ rows }: { rows: readonly ResultRow[] }) {
  const t = useT();
  const rank = ({ outcome }: ResultRow) => resultOutcomes.indexOf(outcome);
  const sorted = rows.toSorted((a, b) => rank(a) - rank(b) || a.line - b.line);
  return (
    <PagedRows
      caption={t('Results.Rows')}
      rows={sorted}
      keyOf={({ line }) => line}
      columns={[
        { heading: t('Import.Problems.Line'), align: 'end', cell: ({ line }) => String(line) },
        {
          heading: t('Import.Preview.Name'),
          lead: true,
          cell: ({ name, key }) => <NameAndAddress name={name || key} address={name && key} />,
        },
        { heading: t('Results.Stated'), cell: ({ text }) => text || '–' },
        {
          heading: t('Results.Change'),
          cell: ({ from, to }) => (from === null || to === null ? '–' : changeText(t, from, to)),
        },
        {
          heading: t('Import.Preview.Outcome'),
          cell: ({ outcome, to }) => {
            const words = outcome === 'same' ? (to ? 'granted' : 'none') : outcome;
            return <StateChip tone={outcomeTones[outcome]}>{t(`Results.Outcome.${words}`)}</StateChip>;
          },
        },
      ]}
      sizes={sizes}
      label={t('Import.Preview.Pages')}
    />
  );
}

/** The mark of attendance now and afterwards. */
export function changeText(t: T, from: boolean, to: boolean): string {
  const mark = (isMarked: boolean) => t(isMarked ? 'User.Attested' : 'Results.None');
  return from === to ? mark(from) : t('Results.FromTo', { from: mark(from), to: mark(to) });
}
