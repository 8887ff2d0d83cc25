import { type ChangedPart, correctedParts } from '@guichet/contract/imports/imports.comparison';
import { useState } from 'react';
import { useT } from '../../core/i18n/useT.ts';
import { PagedRows } from '../../core/lists/PagedRows.tsx';
import { SelectBox } from '../../ui/fields/SelectBox.tsx';
import { NameAndAddress } from '../../ui/tables/NameAndAddress.tsx';
import { KindSelect } from './KindSelect.tsx';
import { keyOfPart, type ListChoicesView } from './useListChoices.ts';

const sizes = [10, 50, 200] as const;

/** Names, addresses and languages that the list has otherwise, old and new, each with a box. */
export function ChangedRows({ view }: { view: ListChoicesView }) {
  const t = useT();
  const { comparison, isTicked, tick } = view;
  const { changed, changedLeftOut } = comparison;
  const [kind, setKind] = useState('');
  const kinds = kindsOf(changed, ({ part }) => t(`Import.Compare.Part.${part}`));
  const shown = kinds.get(kind) ?? [...kinds.values()].flat();
  const offered = shown.filter(({ isAllowed }) => isAllowed);
  const count = offered.filter(isTicked).length;
  const valueText = (part: ChangedPart['part'], value: string) =>
    part === 'language' ? t(value === 'fr' ? 'Language.fr' : 'Language.en') : value;
  return (
    <section className="min-w-0">
      <div className="mb-2 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="font-medium text-ink">{t('Import.Compare.ChangedTitle')}</h3>
          <p className="text-muted text-sm">{t('Import.Compare.ChangedText')}</p>
        </div>
        <KindSelect
          label={t('Import.Compare.What')}
          allLabel={t('Import.Compare.AllKinds')}
          kinds={kinds}
          value={kind}
          onChange={setKind}
        />
      </div>
      <div className="overflow-clip rounded-lg border border-line">
        <PagedRows
          // Remounted for each kind, so that the first page shows.
          key={kind}
          caption={t('Import.Compare.ChangedTitle')}
          rows={shown}
          keyOf={keyOfPart}
          columns={[
            {
              heading: t('Import.Compare.Correct'),
              headClassName: 'w-px',
              head: (
                <span className="flex items-center gap-1">
                  <SelectBox
                    label={t('Import.Compare.CorrectAll')}
                    checked={count > 0 && count === offered.length}
                    isPartial={count > 0 && count < offered.length}
                    disabled={offered.length === 0}
                    onChange={(isIn) => tick(offered, isIn)}
                  />
                  {t('Import.Compare.Correct')}
                </span>
              ),
              cell: (one) => (
                <SelectBox
                  label={t('Import.Compare.CorrectOne', {
                    name: one.name,
                    what: t(`Import.Compare.Part.${one.part}`),
                  })}
                  checked={isTicked(one)}
                  disabled={!one.isAllowed}
                  onChange={(isIn) => tick([one], isIn)}
                />
              ),
            },
            {
              heading: t('Import.Preview.Name'),
              lead: true,
              cell: ({ name, email }) => <NameAndAddress name={name} address={email} />,
            },
            { heading: t('Import.Compare.What'), cell: ({ part }) => t(`Import.Compare.Part.${part}`) },
            {
              heading: t('Import.Compare.Now'),
              cell: ({ part, from }) => <span className="wrap-anywhere">{valueText(part, from)}</span>,
            },
            {
              heading: t('Import.Compare.InList'),
              cell: ({ part, to, isAllowed, isProbable }) => (
                <>
                  <span className="wrap-anywhere font-medium">{valueText(part, to)}</span>
                  {!isAllowed && <Hint>{t('Import.Compare.NotAllowed')}</Hint>}
                  {isAllowed && !isProbable && (
                    <Hint>{t(part === 'name' ? 'Import.Compare.SameName' : 'Import.Compare.OtherName')}</Hint>
                  )}
                </>
              ),
            },
          ]}
          sizes={sizes}
          isBare
          label={t('Import.Compare.ChangedPages')}
          inset="px-4 py-2"
          note={
            changedLeftOut > 0 && (
              <p className="text-muted text-sm">{t('Import.Compare.LeftOut', { count: changed.length })}</p>
            )
          }
        />
      </div>
    </section>
  );
}

/** The changes by what changed, names first: they are few and matter most. */
function kindsOf(changed: readonly ChangedPart[], textOf: (one: ChangedPart) => string) {
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
