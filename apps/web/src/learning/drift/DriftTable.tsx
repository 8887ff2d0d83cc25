import type { DriftList } from '@guichet/contract/learning/learning.drift';
import { useT } from '../../core/i18n/useT.ts';
import { DataTable } from '../../core/lists/DataTable.tsx';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { NameAndAddress } from '../../ui/tables/NameAndAddress.tsx';
import { RowActions } from '../../ui/tables/Table.tsx';
import type { DriftRow } from './useDriftRows.tsx';

export interface DriftTableProps {
  list: DriftList;
  rows: readonly DriftRow[];
  /** The number of all rows, including rows that are not shown. */
  count: number;
  /** Whether the platform is being read, so that the rows may be out of date. */
  busy: boolean;
  onRepair: (row: DriftRow) => void;
}

/** A list of differences, each with person, cause and repair. */
export function DriftTable({ list, rows, count, busy, onRepair }: DriftTableProps) {
  const t = useT();
  const actOf = ({ repair }: DriftRow) => {
    if (repair?.what === 'dates') return t('Drift.SetDates');
    return list === 'strangers' ? t('Drift.Remove') : t('Drift.Repair');
  };
  const title = t(`Drift.List.${list}`);
  return (
    <Card
      title={t('Drift.List.Count', { list: title, count })}
      description={t(`Drift.List.${list}.About`)}
      flush
    >
      <DataTable
        caption={title}
        dense
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          list !== 'course' && {
            heading: t('User.name'),
            lead: true,
            cell: ({ name, email, id }) => <NameAndAddress name={name ?? ''} address={email ?? id} />,
          },
          {
            heading: t('Drift.Cause'),
            lead: list === 'course',
            cell: ({ causes }) =>
              causes.map((cause, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the causes of a row keep their order
                <span key={place} className="block font-normal [overflow-wrap:anywhere]">
                  {cause}
                </span>
              )),
          },
          {
            heading: t('Drift.Action'),
            align: 'end',
            cell: (row) =>
              row.repair === null ? (
                <span className="text-muted text-sm">{t('Drift.ByHand')}</span>
              ) : (
                <RowActions label={t('Drift.Actions.Of', { name: row.name ?? title })}>
                  <SmallButton
                    disabled={busy}
                    aria-label={t('Drift.Action.Of', { action: actOf(row), name: row.name ?? title })}
                    onClick={() => onRepair(row)}
                  >
                    {actOf(row)}
                  </SmallButton>
                </RowActions>
              ),
          },
        ]}
      />
      {count > rows.length && (
        <p className="px-5 py-3 text-muted text-sm sm:px-6">
          {t('Platform.More', { count: count - rows.length })}
        </p>
      )}
    </Card>
  );
}
