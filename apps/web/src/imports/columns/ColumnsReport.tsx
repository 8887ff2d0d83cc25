import type { FileReport } from '@guichet/contract/imports/imports';
import type { ReactNode } from 'react';
import { useTexts } from '../../core/i18n/formats.ts';
import { ArrowRightIcon } from '../../ui/icons/publicIcons.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { useFieldName } from './useFieldName.ts';

export interface ColumnsReportProps {
  file: FileReport;
  isMatchedByHand: boolean;
  /** The button that opens the matching of columns. */
  openColumns: ReactNode;
}

/** How each column of the file was read, and which columns were ignored. */
export function ColumnsReport({ file, isMatchedByHand, openColumns }: ColumnsReportProps) {
  const { t, list } = useTexts();
  const fieldName = useFieldName();
  const { ignoredColumns, unnamedColumns, columnsLeftOut, leavers } = file;
  const telling = new Set(leavers?.people.map(({ column }) => column));
  const deciding = ignoredColumns.filter((column) => telling.has(column));
  const unread = [
    ...ignoredColumns.filter((column) => !telling.has(column)),
    ...unnamedColumns.map((column) => t('Import.Columns.Unnamed', { column })),
  ];
  return (
    <div className="flex flex-col gap-3 text-sm">
      <div>
        <div className="mb-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h3 className="font-medium text-ink">
            {t(isMatchedByHand ? 'Import.Columns.ByHand' : 'Import.Columns.Recognised')}
          </h3>
          {openColumns}
        </div>
        <ul className="flex flex-wrap gap-2">
          {file.recognised.map(({ heading, field }) => (
            <li
              key={field}
              className="inline-flex flex-wrap items-center gap-x-1.5 rounded-md border border-line px-2.5 py-1 [overflow-wrap:anywhere]"
            >
              <span className="text-ink">{heading}</span>
              <ArrowRightIcon size={14} className="text-muted" />
              <span className="text-muted">{fieldName(field)}</span>
            </li>
          ))}
        </ul>
        {isMatchedByHand && <p className="mt-2 text-muted">{t('Import.Columns.Remembered')}</p>}
      </div>
      {deciding.length > 0 && <p>{t('Import.Columns.Deciding', { columns: list(deciding) })}</p>}
      {unread.length > 0 && (
        <Notice title={t('Import.Columns.Ignored', { count: unread.length + columnsLeftOut })}>
          <ul className="mt-1 flex flex-wrap gap-2">
            {unread.map((heading, place) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may bear one heading
                key={place}
                className="rounded-md border border-line bg-surface px-2.5 py-1 text-muted [overflow-wrap:anywhere]"
              >
                {heading}
              </li>
            ))}
            {columnsLeftOut > 0 && (
              <li className="px-1 py-1 text-muted">
                {t('Import.Columns.LeftOut', { count: columnsLeftOut })}
              </li>
            )}
          </ul>
          <p className="mt-2">{t('Import.Columns.MayKeep')}</p>
        </Notice>
      )}
    </div>
  );
}
