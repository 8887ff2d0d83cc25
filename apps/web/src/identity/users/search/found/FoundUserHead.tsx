import clsx from 'clsx';
import { useT } from '../../../../core/i18n/useT.ts';
import { giveWay } from '../../../../core/lists/DataTable.tsx';
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

/** The number of cells in a row that every table shows. */
export const foundUserColumns = 9;

/**
 * Widths, in a list that does not follow its content, for each heading, a student number of nine digits, and the last visit with its hour, in both
 * languages; name, address and roles share the rest.
 */
const widths: Partial<Record<SearchColumn, string>> = {
  isActive: 'in-data-fixed:w-19',
  subscriptionDate: 'in-data-fixed:w-36',
  lastVisitDate: 'in-data-fixed:w-42',
  profession: 'in-data-fixed:w-25',
  attestation: 'in-data-fixed:w-28',
  numberOfWorkshops: 'in-data-fixed:w-24',
};
const numeric: readonly SearchColumn[] = ['attestation', 'numberOfWorkshops'];

/** The columns that a table too narrow for all of them leaves out, in its head and its rows. */
export const givesWay: readonly SearchColumn[] = ['subscriptionDate', 'profession', 'attestation'];

export function FoundUserHead({ words, order, onOrder, chosen, onChooseAll }: FoundUserHeadProps) {
  const t = useT();
  const shown = order ?? firstOrder;
  const head = (column: SearchColumn) => (
    <SortHeader
      direction={shown.column === column ? shown.direction : 'none'}
      className={clsx(widths[column], givesWay.includes(column) && giveWay)}
      align={numeric.includes(column) ? 'end' : 'start'}
      onSort={() => onOrder(nextOrder(shown, column))}
    >
      {words[column]}
    </SortHeader>
  );
  return (
    <>
      <HeaderCell className="in-data-fixed:w-13">
        <SelectBox
          label={t('Users.Select.Page')}
          checked={chosen === 'all'}
          isPartial={chosen === 'some'}
          onChange={onChooseAll}
        />
      </HeaderCell>
      {head('isActive')}
      {head('name')}
      <HeaderCell>{words.email}</HeaderCell>
      <HeaderCell>{words.roles}</HeaderCell>
      <HeaderCell className="in-data-fixed:w-26">{words.studentNumber}</HeaderCell>
      {head('subscriptionDate')}
      {head('lastVisitDate')}
      {head('profession')}
      {head('attestation')}
      {head('numberOfWorkshops')}
      <HeaderCell className="in-data-fixed:w-26">
        <span className="sr-only">{t('List.Actions')}</span>
      </HeaderCell>
    </>
  );
}
