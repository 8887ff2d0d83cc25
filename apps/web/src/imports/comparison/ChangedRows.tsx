import { type ChangedPart, correctedParts } from '@guichet/contract/imports/imports.comparison';
import { parseExtraTime } from '@guichet/contract/learning/learning.extraTime';
import { amountText } from '../../core/i18n/amountText.ts';
import { useFormats, useT } from '../../core/i18n/formats.ts';
import { ComparedRows } from './ComparedRows.tsx';
import { keyOfPart, type ListChoicesView } from './useListChoices.ts';

/** Names, addresses, languages and extra times that the list has otherwise, old and new, each with a box. */
export function ChangedRows({ view }: { view: ListChoicesView }) {
  const t = useT();
  const { number } = useFormats();
  const { changed, changedLeftOut } = view.comparison;
  const partText = ({ part }: ChangedPart) => t(`Import.Compare.Part.${part}`);
  const valueText = (part: ChangedPart['part'], value: string) => {
    if (part === 'language') return t(value === 'fr' ? 'Language.fr' : 'Language.en');
    const extraTime = part === 'extraTime' && parseExtraTime(value);
    return extraTime ? amountText(extraTime, t, number) : value;
  };
  return (
    <ComparedRows
      title={t('Import.Compare.ChangedTitle')}
      text={t('Import.Compare.ChangedText')}
      kinds={groupByPart(changed, partText)}
      kindLabel={t('Import.Compare.What')}
      allLabel={t('Import.Compare.AllKinds')}
      keyOf={keyOfPart}
      ticks={{
        heading: t('Import.Compare.Correct'),
        allLabel: () => t('Import.Compare.CorrectAll'),
        label: (one) => t('Import.Compare.CorrectOne', { name: one.name, what: partText(one) }),
        isOn: view.isTicked,
        isOffered: ({ isAllowed }) => isAllowed,
        set: view.tick,
      }}
      columns={[
        { heading: t('Import.Compare.What'), cell: partText },
        {
          heading: t('Import.Compare.Now'),
          cell: ({ part, from }) => <span className="wrap-anywhere">{valueText(part, from)}</span>,
        },
        {
          heading: t('Import.Compare.InList'),
          cell: ({ part, to, isAllowed, isProbable, isCorrectedSince, isTold }) => (
            <>
              <span className="wrap-anywhere font-medium">{valueText(part, to)}</span>
              {!isAllowed && <Hint>{t('Import.Compare.NotAllowed')}</Hint>}
              {isAllowed && !isProbable && (
                <Hint>
                  {t(
                    isCorrectedSince
                      ? 'Import.Compare.CorrectedSince'
                      : (doubts[part] ?? 'Import.Compare.OtherName'),
                  )}
                </Hint>
              )}
              {isTold && <Hint>{t('Import.Compare.EndMailed')}</Hint>}
            </>
          ),
        },
      ]}
      pagesLabel={t('Import.Compare.ChangedPages')}
      isCut={changedLeftOut > 0}
    />
  );
}

const doubts = { name: 'Import.Compare.SameName', extraTime: 'Import.Compare.LessTime' } as Partial<
  Record<ChangedPart['part'], 'Import.Compare.SameName' | 'Import.Compare.LessTime'>
>;

/** The changes by what changed, names first: they are few and matter most. */
function groupByPart(changed: readonly ChangedPart[], textOf: (one: ChangedPart) => string) {
  const byPart = Map.groupBy(changed, ({ part }) => part);
  return new Map(
    correctedParts.flatMap((part) => {
      const [first, ...others] = byPart.get(part) ?? [];
      return first ? [[textOf(first), [first, ...others]] as const] : [];
    }),
  );
}

function Hint({ children }: { children: string }) {
  return <span className="block text-muted text-sm">{children}</span>;
}
