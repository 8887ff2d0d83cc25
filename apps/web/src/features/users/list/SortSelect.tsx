import { useT } from '../../../platform/i18n/useT.ts';
import { InlineSelect } from '../../../ui/fields/InlineSelect.tsx';
import type { UserColumn, UserOrder } from '../userView.ts';
import { useUserWords } from '../userWords.ts';

export interface SortSelectProps {
  columns: readonly UserColumn[];
  order: UserOrder | null;
  onOrder: (order: UserOrder | null) => void;
}

/** Sorts the list when rows are shown as cards, which have no column heads. */
export function SortSelect({ columns, order, onOrder }: SortSelectProps) {
  const t = useT();
  const words = useUserWords();
  return (
    <span className="@min-[40rem]:hidden text-muted text-sm">
      <InlineSelect
        label={t('Users.SortBy')}
        value={order?.column ?? ''}
        onChange={({ target }) => {
          const column = columns.find((name) => name === target.value);
          onOrder(column ? { column, direction: 'ascending' } : null);
        }}
      >
        <option value="">{t('Users.SortBy.none')}</option>
        {columns.map((column) => (
          <option key={column} value={column}>
            {words[column]}
          </option>
        ))}
      </InlineSelect>
    </span>
  );
}
