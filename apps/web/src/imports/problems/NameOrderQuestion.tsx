import { nameOrders } from '@guichet/contract/imports/imports.columns';
import type { Problem } from '@guichet/contract/imports/imports.problems';
import { useT } from '../../core/i18n/useT.ts';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import type { ReadingPatch } from '../draft.ts';
import { SplitNames } from '../preview/SplitNames.tsx';

interface NameOrderQuestionProps {
  problems: readonly Problem[];
  onChoice: (choice: ReadingPatch) => void;
}

const shown = 3;

/** Asks for the order of whole names without a comma; each answer shows names of the list as it would split them. */
export function NameOrderQuestion({ problems, onChoice }: NameOrderQuestionProps) {
  const t = useT();
  const asked = problems.filter(({ params }) => params?.firstLast !== undefined);
  const ofTwoWords = asked.filter(({ text }) => text.trim().split(/\s+/).length === 2);
  const samples = (ofTwoWords.length > 0 ? ofTwoWords : asked).slice(0, shown);
  if (samples.length === 0) return null;
  return (
    <Notice tone="warning" role="alert" title={t('Import.NameOrder.Title')}>
      {t('Import.NameOrder.Question')}
      <ul className="mt-2 flex flex-col divide-y divide-line">
        {nameOrders.map((order) => (
          <li key={order} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
            <span className="min-w-0">
              <span className="block font-medium text-ink">{t(`Import.NameOrder.${order}`)}</span>
              <SplitNames
                names={samples.map(({ params }) => {
                  const [lastName = '', firstName = ''] = String(params?.[order]).split(', ');
                  return { firstName, lastName };
                })}
              />
            </span>
            <SmallButton
              aria-label={t('Import.Encoding.ChooseThis', { encoding: t(`Import.NameOrder.${order}`) })}
              onClick={() => onChoice({ nameOrder: order })}
            >
              {t('Import.Encoding.Choose')}
            </SmallButton>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
