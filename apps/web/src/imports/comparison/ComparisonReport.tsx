import { languages } from '@guichet/contract/core/language';
import type { NoticeNotes } from '@guichet/contract/exams/notices.notes';
import type { FileReport } from '@guichet/contract/imports/imports';
import {
  type ChangedPart,
  correctedParts,
  type MissingPerson,
} from '@guichet/contract/imports/imports.comparison';
import { parseExtraTime } from '@guichet/contract/learning/learning.extraTime';
import type { ReactNode } from 'react';
import { amountText } from '../../core/i18n/amountText.ts';
import { useT, useTexts } from '../../core/i18n/formats.ts';
import { TellThem, useRemovalOffer } from '../../core/parts/mails/TellThem.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { lineText } from '../lineText.ts';
import { ComparedRows } from './ComparedRows.tsx';
import { keyOfPart, type ListChoicesView } from './useListChoices.ts';

export interface ComparisonReportProps {
  view: ListChoicesView;
  /** The people of the list who have left. */
  leavers: FileReport['leavers'];
  /** The number of people whom the import would enrol. */
  added: number;
  /** The preview of the mail that tells people that they are no longer registered. */
  leftMail: (notes: NoticeNotes) => ReactNode;
}

/** The list held against its exam, with a box for each thing that the import can change of people who are in it. */
export function ComparisonReport({ view, leavers, added, leftMail }: ComparisonReportProps) {
  const t = useT();
  const removalOffer = useRemovalOffer();
  const { comparison, notice, tellable, addresses } = view;
  const { changed, missing, unchanged } = comparison;
  const people = new Set(changed.map(({ userId }) => userId)).size;
  const groups = [
    t('Import.Compare.New', { count: added }),
    t('Import.Compare.Unchanged', { count: unchanged }),
    t('Import.Compare.Changed', { count: people }),
    t('Import.Compare.Missing', { count: missing.length + comparison.missingLeftOut }),
  ];
  return (
    <Card title={t('Import.Compare.Title')} description={t('Import.Compare.Text')}>
      <div className="flex min-w-0 flex-col gap-6">
        <ul className="flex flex-wrap gap-x-6 gap-y-1 text-ink tabular-nums">
          {groups.map((group) => (
            <li key={group}>{group}</li>
          ))}
        </ul>
        {changed.length > 0 && <ChangedRows view={view} />}
        {addresses > 0 && (
          <p className="text-ink">{t('Import.Compare.AddressMails', { count: addresses })}</p>
        )}
        {missing.length > 0 && <MissingRows view={view} leavers={leavers} />}
        {tellable > 0 && (
          <div className="flex flex-col gap-3">
            <TellThem
              {...removalOffer({ count: tellable, leaving: view.changed.takenOut })}
              notice={notice}
              isAsked
              readers={languages}
              mail={leftMail}
            />
          </div>
        )}
      </div>
    </Card>
  );
}

/** The people who are in the exam and whom the list does not enrol, by where they came from, each with a box that takes them out. */
function MissingRows({ view, leavers }: { view: ListChoicesView; leavers: FileReport['leavers'] }) {
  const { t, language, longDateTime } = useTexts();
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
        { heading: t('Import.Compare.Origin'), wraps: true, cell: originText },
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

/** Names, addresses, languages and extra times that the list has otherwise, old and new, each with a box. */
function ChangedRows({ view }: { view: ListChoicesView }) {
  const { t, number } = useTexts();
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
          wraps: true,
          cell: ({ part, from }) => valueText(part, from),
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
