import type { Language } from '@guichet/contract/core/language';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getTexts } from '../../../platform/i18n/languageStore.ts';
import { translate } from '../../../platform/i18n/translate.ts';
import { useLanguage } from '../../../platform/i18n/useT.ts';

/** The mail that brings a password to its owner: a template in each language, and what was made of it. */
export interface GivenMail {
  readonly sendEmail: boolean;
  readonly language: Language;
  readonly title: string;
  readonly body: string;
  readonly isEdited: boolean;
}

const templates = {
  newUser: { title: 'NewUser.Mail.Title', body: 'NewUser.Mail.Body' },
  changePassword: { title: 'ChangePassword.Mail.Title', body: 'ChangePassword.Mail.Body' },
} as const;

interface Draft {
  readonly sendEmail: boolean;
  readonly language: Language;
  /** Null as long as nobody has touched the template. */
  readonly title: string | null;
  readonly body: string | null;
}

export function useGivenMail(kind: keyof typeof templates, sendsAtFirst: boolean) {
  const pageLanguage = useLanguage();
  const [draft, setDraft] = useState<Draft>({
    sendEmail: sendsAtFirst,
    language: pageLanguage,
    title: null,
    body: null,
  });
  const texts = useQuery({
    queryKey: ['texts', draft.language],
    queryFn: () => getTexts(draft.language),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const template = (part: 'title' | 'body') =>
    texts.data ? translate(texts.data, draft.language, templates[kind][part]) : '';

  const mail: GivenMail = {
    sendEmail: draft.sendEmail,
    language: draft.language,
    title: draft.title ?? template('title'),
    body: draft.body ?? template('body'),
    isEdited: draft.title !== null || draft.body !== null,
  };
  return { mail, change: (patch: Partial<Draft>) => setDraft({ ...draft, ...patch }) };
}

/** The fields of the wire. */
export function mailFields({ sendEmail, language, title, body }: GivenMail) {
  return { sendEmail, languageId: language, emailtitle: title, emailbody: body };
}
