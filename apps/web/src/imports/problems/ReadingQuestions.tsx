import { type NameOrder, nameOrders } from '@guichet/contract/imports/imports.columns';
import type { EncodingReading } from '@guichet/contract/imports/imports.encodings';
import type { Problem } from '@guichet/contract/imports/imports.problems';
import { useT } from '../../core/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import type { ReadingPatch } from '../draft.ts';
import { EncodingChoice } from '../preview/EncodingChoice.tsx';
import { SplitNames } from '../preview/SplitNames.tsx';

interface ReadingQuestionsProps {
  problems: readonly Problem[];
  /** The encodings in which the list makes sense. */
  encodings: readonly EncodingReading[];
  nameOrder: NameOrder | null;
  onChoice: (choice: ReadingPatch) => void;
}

/** The questions that one answer settles for all lines with such a problem. */
export function ReadingQuestions({ problems, encodings, nameOrder, onChoice }: ReadingQuestionsProps) {
  const t = useT();
  const has = (...codes: Problem['code'][]) => problems.some(({ code }) => codes.includes(code));
  const singleNames = problems.filter(
    ({ code, person }) =>
      (code === 'import.firstNameMissing' || code === 'import.lastNameMissing') && person?.name,
  );
  return (
    <>
      {has('import.lettersUnsure') && encodings.length > 0 && (
        <Notice tone="warning" role="alert" title={t('Import.Encoding.Title')}>
          {t('Import.Encoding.Question')}
          <EncodingChoice readings={encodings} onChoose={(encoding) => onChoice({ encoding })} />
        </Notice>
      )}
      {has('import.encodedTwice') && (
        <Notice
          title={t('Import.Notes.RepairOffer.Title')}
          action={<Button onClick={() => onChoice({ repairText: true })}>{t('Import.Notes.Repair')}</Button>}
        >
          {t('Import.Notes.RepairOffer')}
        </Notice>
      )}
      {!nameOrder && has('import.nameNotSplit') && (
        <NameOrderQuestion problems={problems} onChoice={onChoice} />
      )}
      {has('import.nameIsBoolean') && (
        <Notice
          title={t('Import.TruthNames.Title')}
          action={
            <Button onClick={() => onChoice({ truthNames: true })}>{t('Import.TruthNames.Yes')}</Button>
          }
        >
          {t('Import.TruthNames.Question')}
        </Notice>
      )}
      {singleNames.length > 0 && (
        <Notice
          title={t('Import.SingleNames.Title', { count: singleNames.length })}
          action={
            <Button onClick={() => onChoice({ singleNames: true })}>
              {t('Import.SingleNames.Yes', { count: singleNames.length })}
            </Button>
          }
        >
          {t('Import.SingleNames.Question', { count: singleNames.length })}
        </Notice>
      )}
    </>
  );
}

interface NameOrderQuestionProps {
  problems: readonly Problem[];
  onChoice: (choice: ReadingPatch) => void;
}

const shown = 3;

/** Asks for the order of whole names without a comma; each answer shows names of the list as it would split them. */
function NameOrderQuestion({ problems, onChoice }: NameOrderQuestionProps) {
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
