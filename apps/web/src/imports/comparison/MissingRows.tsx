import type { FileReport } from '@guichet/contract/imports/imports';
import type { MissingPerson } from '@guichet/contract/imports/imports.comparison';
import { useFormats, useLanguage, useT } from '../../core/i18n/formats.ts';
import { lineText } from '../lineText.ts';
import { ComparedRows } from './ComparedRows.tsx';
import type { ListChoicesView } from './useListChoices.ts';

/** The people who are in the exam and whom the list does not enrol, by where they came from, each with a box that takes them out. */
export function MissingRows({ view, leavers }: { view: ListChoicesView; leavers: FileReport['leavers'] }) {
  const t = useT();
  const language = useLanguage();
  const { longDateTime } = useFormats();
  const { missing, missingLeftOut } = view.comparison;
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
  return (
    <ComparedRows
      title={t('Import.Compare.MissingTitle')}
      text={t('Import.Compare.MissingText')}
      kinds={Map.groupBy(missing, originText)}
      kindLabel={t('Import.Compare.Origin')}
      allLabel={t('Import.Compare.AllOrigins')}
      keyOf={({ userId }) => userId}
      ticks={{
        heading: t('Import.Compare.TakeOut'),
        allLabel: ({ length: count }) => t('Import.Compare.TakeOutAll', { count }),
        label: ({ name }) => t('Import.Compare.TakeOutOne', { name }),
        isOn: view.isLeaving,
        set: view.takeOut,
      }}
      columns={[
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
      pagesLabel={t('Import.Compare.MissingPages')}
      isCut={missingLeftOut > 0}
    />
  );
}
