import { languages } from '@guichet/contract/core/language';
import type { NoticeNotes } from '@guichet/contract/exams/notices.notes';
import type { FileReport } from '@guichet/contract/imports/imports';
import type { ReactNode } from 'react';
import { useT } from '../../core/i18n/useT.ts';
import { TellThem, useRemovalOffer } from '../../core/parts/mails/TellThem.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { ChangedRows } from './ChangedRows.tsx';
import { MissingRows } from './MissingRows.tsx';
import type { ListChoicesView } from './useListChoices.ts';

export interface ComparisonReportProps {
  view: ListChoicesView;
  /** The people of the list who have left. */
  leavers: FileReport['leavers'];
  /** The number of people whom the import would enrol. */
  added: number;
  /** The preview of the mail that tells people that they are no longer registered. */
  leftMail: (notes: NoticeNotes) => ReactNode;
}

/** The list held against its exam, with a box for each thing that the import can change of people who are in it. */
export function ComparisonReport({ view, leavers, added, leftMail }: ComparisonReportProps) {
  const t = useT();
  const removalOffer = useRemovalOffer();
  const { comparison, notice, tellable, addresses } = view;
  const { changed, missing, unchanged } = comparison;
  const people = new Set(changed.map(({ userId }) => userId)).size;
  const groups = [
    t('Import.Compare.New', { count: added }),
    t('Import.Compare.Unchanged', { count: unchanged }),
    t('Import.Compare.Changed', { count: people }),
    t('Import.Compare.Missing', { count: missing.length + comparison.missingLeftOut }),
  ];
  return (
    <Card title={t('Import.Compare.Title')} description={t('Import.Compare.Text')}>
      <div className="flex min-w-0 flex-col gap-6">
        <ul className="flex flex-wrap gap-x-6 gap-y-1 text-ink tabular-nums">
          {groups.map((group) => (
            <li key={group}>{group}</li>
          ))}
        </ul>
        {changed.length > 0 && <ChangedRows view={view} />}
        {addresses > 0 && (
          <p className="text-ink">{t('Import.Compare.AddressMails', { count: addresses })}</p>
        )}
        {missing.length > 0 && <MissingRows view={view} leavers={leavers} />}
        {tellable > 0 && (
          <div className="flex flex-col gap-3">
            <TellThem
              {...removalOffer({ count: tellable, leaving: view.changed.takenOut })}
              notice={notice}
              isAsked
              readers={languages}
              mail={leftMail}
            />
          </div>
        )}
      </div>
    </Card>
  );
}
