import { fieldsOfLockedOut, listCorrections } from '@guichet/contract/exams/candidate.corrections';
import { query, useQuery } from '../../../core/call/query.ts';
import { useTexts } from '../../../core/i18n/formats.ts';
import { SmallLink } from '../../../ui/buttons/SmallButton.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

/** The number of corrections that wait for the reader, and of those passed on; nothing for 0. */
export function OpenCorrections() {
  const { t, list } = useTexts();
  const { data = [] } = useQuery(query(listCorrections, { query: { isAnswered: false } }));
  const waiting = data.filter(({ passedOn, person }) => !passedOn || person.mayManage);
  const namesOf = (some: typeof waiting) => list([...new Set(some.map(({ person }) => person.fullName))]);
  const passedOn = waiting.filter((one) => one.passedOn);
  const lockedOut = waiting.filter(({ field }) => fieldsOfLockedOut.has(field));
  const own = waiting.filter((one) => !one.passedOn);
  if (waiting.length === 0) return null;
  return (
    <Notice
      title={t('Corrections.Waiting', { count: waiting.length })}
      action={<SmallLink href="/corrections">{t('Corrections.Answer.All')}</SmallLink>}
    >
      {lockedOut.length > 0 && (
        <p className="font-semibold">{t('Corrections.Waiting.LockedOut', { names: namesOf(lockedOut) })}</p>
      )}
      {own.length > 0 && <p>{t('Corrections.Waiting.Own', { names: namesOf(own) })}</p>}
      {passedOn.length > 0 && <p>{t('Corrections.Waiting.PassedOn', { names: namesOf(passedOn) })}</p>}
    </Notice>
  );
}
