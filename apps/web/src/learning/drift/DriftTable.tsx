import type { DriftList } from '@guichet/contract/learning/learning.drift';
import { useT } from '../../core/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { NameAndAddress } from '../../ui/tables/NameAndAddress.tsx';
import { Cell, HeaderCell, Row, RowActions, Table } from '../../ui/tables/Table.tsx';
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
  const words = { cause: t('Drift.Cause'), action: t('Drift.Action') };
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
      <Table
        caption={title}
        dense
        head={
          <>
            {list !== 'course' && <HeaderCell>{t('User.name')}</HeaderCell>}
            <HeaderCell>{words.cause}</HeaderCell>
            <HeaderCell align="end">{words.action}</HeaderCell>
          </>
        }
      >
        {rows.map((row) => (
          <Row key={row.id}>
            {row.name !== null && (
              <Cell lead>
                <NameAndAddress name={row.name} address={row.email ?? row.id} />
              </Cell>
            )}
            <Cell {...(row.name === null ? { lead: true } : { label: words.cause })}>
              {row.causes.map((cause, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the causes of a row keep their order
                <span key={place} className="block font-normal [overflow-wrap:anywhere]">
                  {cause}
                </span>
              ))}
            </Cell>
            <Cell label={words.action} align="end">
              {row.repair === null ? (
                <span className="text-muted text-sm">{t('Drift.ByHand')}</span>
              ) : (
                <RowActions label={t('Drift.Actions.Of', { name: row.name ?? title })}>
                  <Button
                    size="sm"
                    disabled={busy}
                    aria-label={t('Drift.Action.Of', { action: actOf(row), name: row.name ?? title })}
                    onClick={() => onRepair(row)}
                  >
                    {actOf(row)}
                  </Button>
                </RowActions>
              )}
            </Cell>
          </Row>
        ))}
      </Table>
      {count > rows.length && (
        <p className="px-5 py-3 text-muted text-sm sm:px-6">
          {t('Platform.More', { count: count - rows.length })}
        </p>
      )}
    </Card>
  );
}
