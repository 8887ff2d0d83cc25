import type { Language } from '@guichet/contract/core/language';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getTexts } from '../../../platform/i18n/languageStore.ts';
import { translate } from '../../../platform/i18n/translate.ts';
import { useLanguage } from '../../../platform/i18n/useT.ts';

/** The draft of the mail to the account's owner, from a template in each language. */
export interface GivenMail {
  readonly sendEmail: boolean;
  /** Whether it contains the password; otherwise a link to choose one. */
  readonly sendPassword: boolean;
  readonly language: Language;
  readonly title: string;
  readonly body: string;
  readonly isEdited: boolean;
}

const templates = {
  newUser: {
    title: 'NewUser.Mail.Title',
    body: 'NewUser.Mail.Body',
    bodyWithPassword: 'NewUser.Mail.BodyWithPassword',
  },
  changePassword: {
    title: 'ChangePassword.Mail.Title',
    body: 'ChangePassword.Mail.Body',
    bodyWithPassword: 'ChangePassword.Mail.BodyWithPassword',
  },
} as const;

export type GivenKind = keyof typeof templates;

interface Draft {
  readonly sendEmail: boolean;
  readonly sendPassword: boolean;
  readonly language: Language;
  /** Null while the template is unchanged. */
  readonly title: string | null;
  readonly body: string | null;
}

export function useGivenMail(kind: GivenKind, sendsAtFirst: boolean) {
  const pageLanguage = useLanguage();
  const [draft, setDraft] = useState<Draft>({
    sendEmail: sendsAtFirst,
    sendPassword: false,
    language: pageLanguage,
    title: null,
    body: null,
  });
  const texts = useQuery({
    queryKey: ['texts', draft.language],
    queryFn: () => getTexts(draft.language),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const template = (part: keyof (typeof templates)[GivenKind]) =>
    texts.data ? translate(texts.data, draft.language, templates[kind][part]) : '';

  const mail: GivenMail = {
    sendEmail: draft.sendEmail,
    sendPassword: draft.sendPassword,
    language: draft.language,
    title: draft.title ?? template('title'),
    body: draft.body ?? template(draft.sendPassword ? 'bodyWithPassword' : 'body'),
    isEdited: draft.title !== null || draft.body !== null,
  };
  return { kind, mail, change: (patch: Partial<Draft>) => setDraft({ ...draft, ...patch }) };
}

/** The request fields. */
export function mailFields({ sendEmail, sendPassword, language, title, body }: GivenMail) {
  return { sendEmail, sendPassword, languageId: language, emailtitle: title, emailbody: body };
}
