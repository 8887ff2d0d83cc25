import type { FileReport } from '@guichet/contract/imports';
import { columnFields } from '@guichet/contract/imports.columns';
import { useT } from '../../platform/i18n/useT.ts';
import { ArrowRightIcon } from '../../ui/publicIcons.tsx';

/** How each column of the file was read, and which ones were left aside. */
export function ColumnsReport({ file }: { file: FileReport }) {
  const t = useT();
  const fieldName = (field: string) => {
    const known = columnFields.find((name) => name === field);
    return known ? t(`Import.Field.${known}`) : field;
  };
  return (
    <dl className="flex flex-col gap-3 text-sm">
      <div>
        <dt className="mb-1.5 font-medium text-ink">{t('Import.Columns.Recognised')}</dt>
        <dd>
          <ul className="flex flex-wrap gap-2">
            {file.recognised.map(({ heading, field }) => (
              <li
                key={heading}
                className="inline-flex flex-wrap items-center gap-x-1.5 rounded-md border border-line px-2.5 py-1 [overflow-wrap:anywhere]"
              >
                <span className="text-ink">{heading}</span>
                <ArrowRightIcon size={14} className="text-muted" />
                <span className="text-muted">{fieldName(field)}</span>
              </li>
            ))}
          </ul>
        </dd>
      </div>
      {file.ignoredColumns.length > 0 && (
        <div>
          <dt className="mb-1.5 font-medium text-ink">{t('Import.Columns.Ignored')}</dt>
          <dd>
            <ul className="flex flex-wrap gap-2">
              {file.ignoredColumns.map((heading, place) => (
                <li
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns may bear one heading
                  key={place}
                  className="rounded-md border border-line border-dashed px-2.5 py-1 text-muted [overflow-wrap:anywhere]"
                >
                  {heading}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </dl>
  );
}
