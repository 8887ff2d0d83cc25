import type { FileReport } from '@guichet/contract/imports/imports';
import type { MissingPerson } from '@guichet/contract/imports/imports.comparison';
import { useState } from 'react';
import { useFormats } from '../../core/i18n/formats.ts';
import { useLanguage, useT } from '../../core/i18n/useT.ts';
import { PagedRows } from '../../core/lists/PagedRows.tsx';
import { SelectBox } from '../../ui/fields/SelectBox.tsx';
import { NameAndAddress } from '../../ui/tables/NameAndAddress.tsx';
import { lineText } from '../lineText.ts';
import { KindSelect } from './KindSelect.tsx';
import type { ListChoicesView } from './useListChoices.ts';

const sizes = [10, 50, 200] as const;

/** The people who are in the exam and whom the list does not enrol, by where they came from, each with a box that takes them out. */
export function MissingRows({ view, leavers }: { view: ListChoicesView; leavers: FileReport['leavers'] }) {
  const t = useT();
  const language = useLanguage();
  const { longDateTime } = useFormats();
  const { comparison, isLeaving, takeOut } = view;
  const { missing, missingLeftOut } = comparison;
  const [origin, setOrigin] = useState('');
  const originText = ({ list, movedFrom }: MissingPerson) => {
    if (list) return t('Import.Compare.FromList', { name: list.fileName, when: longDateTime(list.at) });
    return movedFrom ? t('Import.Compare.Moved', { exam: movedFrom[language] }) : t('Import.Compare.ByHand');
  };
  const left = new Map(leavers?.people.map((one) => [one.email.toLowerCase(), one]));
  function leftText({ email }: MissingPerson) {
    const leaver = left.get(email.toLowerCase());
    if (!leaver) return false;
    const { column, text, ...place } = leaver;
    const line = lineText(place);
    const says =
      column === null
        ? t('Import.Leavers.Struck', { line })
        : t('Import.Leavers.Says', { line, column, text });
    return t('Import.Compare.Left', { says });
  }
  const origins = Map.groupBy(missing, originText);
  const shown = origins.get(origin) ?? missing;
  const count = shown.filter(isLeaving).length;
  return (
    <section className="min-w-0">
      <div className="mb-2 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="font-medium text-ink">{t('Import.Compare.MissingTitle')}</h3>
          <p className="text-muted text-sm">{t('Import.Compare.MissingText')}</p>
        </div>
        <KindSelect
          label={t('Import.Compare.Origin')}
          allLabel={t('Import.Compare.AllOrigins')}
          kinds={origins}
          value={origin}
          onChange={setOrigin}
        />
      </div>
      <div className="overflow-clip rounded-lg border border-line">
        <PagedRows
          // Remounted for each origin, so that the first page shows.
          key={origin}
          caption={t('Import.Compare.MissingTitle')}
          rows={shown}
          keyOf={({ userId }) => userId}
          columns={[
            {
              heading: t('Import.Compare.TakeOut'),
              headClassName: 'w-px',
              head: (
                <span className="flex items-center gap-1">
                  <SelectBox
                    label={t('Import.Compare.TakeOutAll', { count: shown.length })}
                    checked={count === shown.length}
                    isPartial={count > 0 && count < shown.length}
                    onChange={(isIn) => takeOut(shown, isIn)}
                  />
                  {t('Import.Compare.TakeOut')}
                </span>
              ),
              cell: (person) => (
                <SelectBox
                  label={t('Import.Compare.TakeOutOne', { name: person.name })}
                  checked={isLeaving(person)}
                  onChange={(isIn) => takeOut([person], isIn)}
                />
              ),
            },
            {
              heading: t('Import.Preview.Name'),
              lead: true,
              cell: ({ name, email }) => <NameAndAddress name={name} address={email} />,
            },
            {
              heading: t('Import.Compare.Origin'),
              cell: (person) => <span className="wrap-anywhere">{originText(person)}</span>,
            },
            {
              heading: t('Import.Compare.Known'),
              cell: (person) =>
                [
                  leftText(person),
                  person.isAttested && t('Import.Compare.Attested'),
                  person.isMailed && t('Import.Compare.Mailed'),
                ]
                  .filter(Boolean)
                  .join(', ') || '–',
            },
          ]}
          sizes={sizes}
          isBare
          label={t('Import.Compare.MissingPages')}
          inset="px-4 py-2"
          note={
            missingLeftOut > 0 && (
              <p className="text-muted text-sm">{t('Import.Compare.LeftOut', { count: missing.length })}</p>
            )
          }
        />
      </div>
    </section>
  );
}
