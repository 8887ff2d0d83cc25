import type { Language } from '@guichet/contract/core/language';
import { useState } from 'react';
import { useOtherTexts } from '../../../core/i18n/useOtherTexts.ts';
import { type TextKey, useLanguage } from '../../../core/i18n/useT.ts';

/** The set of templates: for a new account, or for a changed password. */
export type GivenKind = 'NewUser' | 'ChangePassword';

/** The mail to the account's owner, as edited so far. */
interface Draft {
  readonly sendEmail: boolean;
  /** Whether the mail about a changed password contains it. If not, a link lets the person choose one. */
  readonly sendPassword: boolean;
  readonly language: Language;
  /** Null while the template of the language is unchanged. */
  readonly title: string | null;
  readonly body: string | null;
}

const withPassword: TextKey = 'ChangePassword.Mail.BodyWithPassword';

export function useGivenMail(kind: GivenKind, sendsAtFirst: boolean) {
  const pageLanguage = useLanguage();
  const [draft, setDraft] = useState<Draft>({
    sendEmail: sendsAtFirst,
    sendPassword: false,
    language: pageLanguage,
    title: null,
    body: null,
  });
  const { t: mailText, isSuccess } = useOtherTexts(draft.language);
  const t = (key: TextKey) => (isSuccess ? mailText(key) : '');
  const mail = {
    ...draft,
    title: draft.title ?? t(`${kind}.Mail.Title`),
    body: draft.body ?? t(draft.sendPassword ? withPassword : `${kind}.Mail.Body`),
    isEdited: draft.title !== null || draft.body !== null,
  };
  return { kind, mail, textOfMail: t, change: (patch: Partial<Draft>) => setDraft({ ...draft, ...patch }) };
}

export function mailFields({ sendEmail, language, title, body }: ReturnType<typeof useGivenMail>['mail']) {
  return { sendEmail, languageId: language, emailtitle: title, emailbody: body };
}
