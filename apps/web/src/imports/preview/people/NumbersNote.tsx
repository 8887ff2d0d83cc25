import type { Preview } from '@guichet/contract/imports/imports';
import { useT } from '../../../core/i18n/useT.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { NoticeList } from '../../../ui/states/NoticeList.tsx';
import { lineText } from '../../lineText.ts';

const shown = 5;

/** Lines with the student number of another person in the system; they are imported by their own address. */
export function NumbersNote({ lines, samples }: Preview['numbersOfOthers']) {
  const t = useT();
  if (lines === 0) return null;
  return (
    <Notice tone="warning" title={t('Import.Numbers.Title', { count: lines })}>
      <NoticeList
        of={samples}
        keyOf={lineText}
        shown={shown}
        more={t('Import.Numbers.ShowMore', { count: samples.length - shown })}
      >
        {({ email, outcome, studentNumber: number, name, knownEmail: known, ...place }) => (
          <>
            {t('Import.Numbers.At', { line: lineText(place), email, number, name: name || known, known })}{' '}
            {t(`Import.Numbers.Then.${outcome}`)}
          </>
        )}
      </NoticeList>
      {lines > samples.length && (
        <p className="mt-1">{t('Import.Numbers.LeftOut', { count: lines - samples.length })}</p>
      )}
      <p className="mt-2">{t('Import.Numbers.Advice')}</p>
    </Notice>
  );
}
