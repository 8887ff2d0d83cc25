import type { NameOrder } from '@guichet/contract/imports/imports.columns';
import type { EncodingReading } from '@guichet/contract/imports/imports.encodings';
import type { Problem } from '@guichet/contract/imports/imports.problems';
import { useT } from '../../core/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import type { ReadingPatch } from '../draft.ts';
import { EncodingChoice } from '../preview/EncodingChoice.tsx';
import { NameOrderQuestion } from './NameOrderQuestion.tsx';

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
