import type { Preview } from '@guichet/contract/imports/imports';
import { useT } from '../../../core/i18n/useT.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { lineText } from '../../lineText.ts';

const shown = 5;

/** Lines with the student number of another person in the system; they are imported by their own address. */
export function NumbersNote({ lines, samples }: Preview['numbersOfOthers']) {
  const t = useT();
  if (lines === 0) return null;
  const listed = (part: typeof samples) => (
    <ul className="mt-1 flex flex-col gap-0.5">
      {part.map(({ email, outcome, studentNumber, name, knownEmail, ...place }) => (
        <li key={lineText(place)} className="wrap-anywhere">
          {t('Import.Numbers.At', {
            line: lineText(place),
            email,
            number: studentNumber,
            name: name || knownEmail,
            known: knownEmail,
          })}{' '}
          {t(`Import.Numbers.Then.${outcome}`)}
        </li>
      ))}
    </ul>
  );
  return (
    <Notice tone="warning" title={t('Import.Numbers.Title', { count: lines })}>
      {listed(samples.slice(0, shown))}
      {samples.length > shown && (
        <details className="mt-1">
          <summary className="cursor-pointer font-medium">
            {t('Import.Numbers.ShowMore', { count: samples.length - shown })}
          </summary>
          {listed(samples.slice(shown))}
        </details>
      )}
      {lines > samples.length && (
        <p className="mt-1">{t('Import.Numbers.LeftOut', { count: lines - samples.length })}</p>
      )}
      <p className="mt-2">{t('Import.Numbers.Advice')}</p>
    </Notice>
  );
}
