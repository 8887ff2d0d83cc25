import { type Key, useState } from 'react';
import { useTexts } from '../../core/i18n/formats.ts';
import type { Column } from '../../core/lists/DataTable.tsx';
import { PagedRows } from '../../core/lists/PagedRows.tsx';
import { InlineSelect, Options } from '../../ui/fields/Select.tsx';
import { SelectBox } from '../../ui/fields/SelectBox.tsx';
import { NameAndAddress } from '../../ui/tables/NameAndAddress.tsx';

const sizes = [10, 50, 200] as const;

export interface ComparedRowsProps<R> {
  title: string;
  text: string;
  /** The rows by kind, which one chooses by this label; the kinds are in words. */
  kinds: ReadonlyMap<string, readonly R[]>;
  kindLabel: string;
  allLabel: string;
  keyOf: (row: R) => Key;
  /** The boxes of the rows, and the one above them. */
  ticks: {
    heading: string;
    allLabel: (rows: readonly R[]) => string;
    label: (row: R) => string;
    isOn: (row: R) => boolean;
    isOffered?: (row: R) => boolean;
    set: (rows: readonly R[], isOn: boolean) => void;
  };
  /** The columns behind the box and the person. */
  columns: readonly Column<R>[];
  pagesLabel: string;
  /** Whether there are more rows than these. */
  isCut: boolean;
}

/** People whom the list and the exam state otherwise, page by page, each with a box, all or those of one kind. */
export function ComparedRows<R extends { readonly name: string; readonly email: string }>(
  props: ComparedRowsProps<R>,
) {
  const { title, text, kinds, kindLabel, allLabel, keyOf, ticks, columns, pagesLabel, isCut } = props;
  const { t, number } = useTexts();
  const [kind, setKind] = useState('');
  const all = [...kinds.values()].flat();
  const shown = kinds.get(kind) ?? all;
  const { heading, isOn, isOffered = () => true } = ticks;
  const offered = shown.filter(isOffered);
  const count = offered.filter(isOn).length;
  return (
    <section className="min-w-0">
      <div className="mb-2 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="font-medium text-ink">{title}</h3>
          <p className="text-muted text-sm">{text}</p>
        </div>
        {kinds.size > 1 && (
          <span className="min-w-0 max-w-full text-sm">
            <InlineSelect
              label={kindLabel}
              value={kinds.has(kind) ? kind : ''}
              onChange={({ target }) => setKind(target.value)}
            >
              <option value="">{`${allLabel} (${number(all.length)})`}</option>
              <Options of={[...kinds]} each={([one, rows]) => [one, `${one} (${number(rows.length)})`]} />
            </InlineSelect>
          </span>
        )}
      </div>
      <PagedRows
        // Remounted for each kind, so that the first page shows.
        key={kind}
        caption={title}
        rows={shown}
        keyOf={keyOf}
        columns={[
          {
            heading,
            headClassName: 'w-px',
            head: (
              <span className="flex items-center gap-1">
                <SelectBox
                  label={ticks.allLabel(shown)}
                  checked={count > 0 && count === offered.length}
                  isPartial={count > 0 && count < offered.length}
                  disabled={offered.length === 0}
                  onChange={(isIn) => ticks.set(offered, isIn)}
                />
                {heading}
              </span>
            ),
            cell: (row) => (
              <SelectBox
                label={ticks.label(row)}
                checked={isOn(row)}
                disabled={!isOffered(row)}
                onChange={(isIn) => ticks.set([row], isIn)}
              />
            ),
          },
          {
            heading: t('Import.Preview.Name'),
            lead: true,
            cell: ({ name, email }) => <NameAndAddress name={name} address={email} />,
          },
          ...columns,
        ]}
        sizes={sizes}
        isBare
        label={pagesLabel}
        note={
          isCut && <p className="text-muted text-sm">{t('Import.Compare.LeftOut', { count: all.length })}</p>
        }
      />
    </section>
  );
}
