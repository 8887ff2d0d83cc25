import { recentDays } from '@guichet/contract/exams/letters';
import { useLanguage, useT, useTexts } from '../../../../core/i18n/formats.ts';
import { Checkbox } from '../../../../ui/fields/Checkbox.tsx';
import { Notice } from '../../../../ui/states/Notice.tsx';
import { NoticeList } from '../../../../ui/states/NoticeList.tsx';
import type { FoundLetter } from '../../../notices/letters/letterCounts.ts';
import type { LetterDraft } from '../../../notices/letters/letterDraft.ts';

/** The letters, reminders and notices that some of the readers got lately. */
export function RecentMailings({ recent }: Pick<FoundLetter, 'recent'>) {
  const { t, longDateTime, list } = useTexts();
  const isFrench = useLanguage() === 'fr';

  function words({ at, letter, isNotice, people, names }: FoundLetter['recent'][number]): string {
    const others = people - names.length;
    const named = others > 0 ? `${names.join(', ')} ${t('Users.AndOthers', { count: others })}` : list(names);
    const told = { when: longDateTime(at), names: named };
    if (isNotice) return t('Letter.Recent.Notice', told);
    if (!letter) return t('Letter.Recent.Reminder', told);
    const { subjectFr, subjectEn } = letter;
    const subject = isFrench ? subjectFr || subjectEn : subjectEn || subjectFr;
    return t('Letter.Recent.Letter', { ...told, subject });
  }

  if (recent.length === 0) return null;
  return (
    <Notice title={t('Letter.Recent', { days: recentDays })}>
      <NoticeList of={recent} keyOf={words}>
        {words}
      </NoticeList>
    </Notice>
  );
}

export interface LetterHintsProps {
  found: FoundLetter;
  withoutUnknown: boolean;
  onChange: (patch: Partial<LetterDraft>) => void;
}

/** Facts about the readers, told before the letter is written: earlier mailings, and addresses that do not exist. */
export function LetterHints({ found, withoutUnknown, onChange }: LetterHintsProps) {
  const t = useT();
  const { recent, unknown } = found;
  return (
    <>
      <RecentMailings recent={recent} />
      {unknown.people > 0 && (
        <Notice tone="warning" title={t('Letter.Unknown', { count: unknown.people })}>
          <NoticeList of={unknown.samples} keyOf={({ email }) => email}>
            {({ name, email }) => `${name} <${email}>`}
          </NoticeList>
          {unknown.people > unknown.samples.length && (
            <p>{t('Users.AndOthers', { count: unknown.people - unknown.samples.length })}</p>
          )}
          <Checkbox
            label={t('Letter.Unknown.LeaveOut')}
            checked={withoutUnknown}
            onChange={({ target }) => onChange({ withoutUnknown: target.checked })}
          />
        </Notice>
      )}
    </>
  );
}
