import {
  type Drift,
  type DriftList,
  driftLists,
  getDrift,
  type Repair,
  readDrift,
  repairDrift,
} from '@guichet/contract/learning/learning.drift';
import clsx from 'clsx';
import { useState } from 'react';
import { useCall, useReload } from '../../core/call/query.ts';
import { FailureNotice } from '../../core/forms/formFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { DataTable } from '../../core/lists/DataTable.tsx';
import { ConfirmCall } from '../../core/parts/asking/Question.tsx';
import { useLastGiven } from '../../core/timing/useLastGiven.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { CheckIcon, RefreshIcon } from '../../ui/icons/moreIcons.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { NameAndAddress } from '../../ui/tables/NameAndAddress.tsx';
import { RowActions } from '../../ui/tables/Table.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { DriftState } from './DriftState.tsx';
import { isReading } from './drift.api.ts';
import { type DriftRow, useDriftRows } from './useDriftRows.tsx';

/** The drift of an exam, list by list. Buttons read the platform now, and repair one row or all. */
export function DriftView({ systemId, examId, drift }: { systemId: number; examId: number; drift: Drift }) {
  const t = useT();
  const params = { systemId, examId };
  // Both stay pending until the new state is known, so that nobody presses twice.
  const onSettled = useReload(getDrift);
  const read = useCall(readDrift, { onSettled });
  const repair = useCall(repairDrift, { onSettled });
  const [asked, ask] = useState<DriftRow | null>(null);
  const [mended, setMended] = useState<Drift | null>(null);
  const shown = useLastGiven(asked);
  const rows = useDriftRows()(drift);
  const busy = isReading(drift);
  const isRepairable = [...drift.course, ...drift.missing, ...drift.changed].some((one) => one.isRepairable);

  function mend(what: Repair, name = '') {
    const onSuccess = (count: number) => {
      setMended(drift);
      const text = what.what === 'stranger' ? t('Drift.Removing', { name }) : t('Drift.Repairing', { count });
      showToast({ tone: 'success', text });
      ask(null);
    };
    repair.mutate({ params, body: what }, { onSuccess });
  }

  function mendRow(row: DriftRow) {
    if (row.repair?.what === 'stranger') ask(row);
    else if (row.repair) mend(row.repair);
  }

  return (
    <div className={clsx('flex flex-col gap-5', drift.state !== null && 'max-w-5xl')}>
      <p className="max-w-prose text-muted">{t('Drift.About')}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          icon={RefreshIcon}
          busy={read.isPending || drift.state === 'pending'}
          onClick={() => {
            setMended(null);
            read.mutate({ params });
          }}
        >
          {t('Drift.Read')}
        </Button>
        {isRepairable && (
          <Button
            variant="primary"
            icon={CheckIcon}
            busy={repair.isPending && asked === null}
            disabled={busy}
            onClick={() => mend({ what: 'all' })}
          >
            {t('Drift.RepairAll')}
          </Button>
        )}
      </div>
      <FailureNotice failure={read.error ?? (asked === null ? repair.error : null)} />
      <DriftState drift={drift} mended={mended} />
      {driftLists.map(
        (list) =>
          rows[list].length > 0 && (
            <DriftTable
              key={list}
              list={list}
              rows={rows[list]}
              count={drift.counts[list]}
              busy={busy || repair.isPending}
              onRepair={mendRow}
            />
          ),
      )}
      <ConfirmCall
        call={repair}
        open={asked !== null}
        title={t('Drift.Remove.Title', { name: shown?.name ?? '' })}
        messages={[t('Drift.Remove.Text', { name: shown?.name ?? '', email: shown?.email ?? '' })]}
        confirmLabel={t('Drift.Remove')}
        onConfirm={() => asked?.repair && mend(asked.repair, asked.name ?? asked.id)}
        onClose={() => ask(null)}
      />
    </div>
  );
}

interface DriftTableProps {
  list: DriftList;
  rows: readonly DriftRow[];
  /** The number of all rows, including rows that are not shown. */
  count: number;
  /** Whether the platform is being read, so that the rows may be out of date. */
  busy: boolean;
  onRepair: (row: DriftRow) => void;
}

/** A list of differences, each with person, cause and repair. */
function DriftTable({ list, rows, count, busy, onRepair }: DriftTableProps) {
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
