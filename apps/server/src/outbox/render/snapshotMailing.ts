import type { Language } from '@guichet/contract/core/language';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import type { Config } from '../../platform/runtime/config.ts';
import { plainTextOf, wordsOf } from '../../richText/richText.service.ts';
import { withLinkNote } from './linkNote.ts';
import type { Mailbox, Mailing, SharedVariables } from './mail.ts';
import { layOutMail, preheaderOf } from './mailLayout.ts';

export interface NewMailing {
  /** The system whose administrators see its mails; null: super admins only. */
  readonly systemId: number | null;
  /** `invitation`, `reminder`, `invitationTest`, `resetPassword`. */
  readonly purpose: string;
  readonly language: Language;
  /** Null: the portal's own address and the university's name. */
  readonly from: { readonly address: string; readonly name: string | null } | null;
  readonly subject: string;
  /** Sanitised HTML of the body, with placeholders. */
  readonly body: string;
  readonly attachmentId: number | null;
  readonly variables: SharedVariables;
  /** From `bodiesOf`; absent for our own texts, which are parsed quickly. */
  readonly words?: readonly [string, string];
}

/**
 * Computes the plain text of an author's text, before the transaction that stores it.
 * @throws AppError `text.tooIntricate` for a text saved before there were limits, `busy`
 */
export async function prepareMailing(mailing: NewMailing): Promise<NewMailing> {
  const [words = '', noted = words] = await wordsOf([...new Set(bodiesOf(mailing))], 'body');
  return { ...mailing, words: [words, noted] };
}

/** The laid-out text that all mails of a mailing share, with placeholders, as stored and previewed. */
export function snapshotMailing(
  context: Pick<AppContext, 'config'>,
  mailing: NewMailing,
): Omit<Mailing, 'id'> {
  const { language, from, subject, attachmentId, variables } = mailing;
  const universityName = context.config.universityName[language];
  const own = defaultSender(context.config, language);
  const [body, noted] = bodiesOf(mailing);
  const [words, text] = mailing.words ?? [plainTextOf(body), plainTextOf(noted)];
  return {
    language,
    from: { name: from?.name ?? own.name, address: from?.address ?? own.address },
    subject,
    html: layOutMail({
      language,
      subject,
      body: noted,
      universityName,
      preheader: preheaderOf(words),
    }),
    text: `${text}\n\n-- \n${universityName}\n`,
    attachmentId,
    variables,
  };
}

/** The plain text of the body as written, and with the additions of the portal. */
function bodiesOf({ body, variables }: NewMailing): readonly [string, string] {
  return [body, variables.linkUntil === undefined ? body : withLinkNote(body)];
}

/** The sender for systems that name none; nobody reads answers there. */
function defaultSender(config: Pick<Config, 'publicUrl' | 'universityName'>, language: Language): Mailbox {
  return { name: config.universityName[language], address: `no-reply@${new URL(config.publicUrl).hostname}` };
}
