import { useT } from '../../../../core/i18n/useT.ts';
import { nextOrder } from '../../../../core/lists/order.ts';
import { SelectBox } from '../../../../ui/fields/SelectBox.tsx';
import { SortHeader } from '../../../../ui/tables/SortHeader.tsx';
import { HeaderCell } from '../../../../ui/tables/Table.tsx';
import { firstOrder, type SearchColumn, type SearchOrder } from '../filters/searchParams.ts';
import type { SearchWords } from '../filters/useSearchWords.ts';

export interface FoundUserHeadProps {
  words: SearchWords;
  order: SearchOrder | null;
  onOrder: (order: SearchOrder | null) => void;
  /** How many of this page's selectable rows are selected. */
  chosen: 'none' | 'some' | 'all';
  onChooseAll: (isChosen: boolean) => void;
}

/** The number of cells in a row. */
export const foundUserColumns = 11;

/**
 * Widths for each heading, a student number of nine digits, and the last visit with its hour, in both
 * languages; the name takes the rest.
 */
const widths: Partial<Record<SearchColumn, string>> = {
  isActive: 'w-19',
  subscriptionDate: 'w-36',
  lastVisitDate: 'w-42',
  profession: 'w-25',
  attestation: 'w-28',
  numberOfWorkshops: 'w-24',
};
const numeric: readonly SearchColumn[] = ['attestation', 'numberOfWorkshops'];

export function FoundUserHead({ words, order, onOrder, chosen, onChooseAll }: FoundUserHeadProps) {
  const t = useT();
  const shown = order ?? firstOrder;
  const head = (column: SearchColumn) => (
    <SortHeader
      direction={shown.column === column ? shown.direction : 'none'}
      className={widths[column]}
      align={numeric.includes(column) ? 'end' : 'start'}
      onSort={() => onOrder(nextOrder(shown, column))}
    >
      {words[column]}
    </SortHeader>
  );
  return (
    <>
      <HeaderCell className="w-13">
        <SelectBox
          label={t('Users.Select.Page')}
          checked={chosen === 'all'}
          isPartial={chosen === 'some'}
          onChange={onChooseAll}
        />
      </HeaderCell>
      {head('isActive')}
      {head('name')}
      <HeaderCell className="w-35">{words.email}</HeaderCell>
      <HeaderCell className="w-26">{words.studentNumber}</HeaderCell>
      {head('subscriptionDate')}
      {head('lastVisitDate')}
      {head('profession')}
      {head('attestation')}
      {head('numberOfWorkshops')}
      <HeaderCell className="w-26">
        <span className="sr-only">{t('List.Actions')}</span>
      </HeaderCell>
    </>
  );
}
