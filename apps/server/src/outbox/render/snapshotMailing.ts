import type { Language } from '@guichet/contract/core/language';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import type { Config } from '../../platform/runtime/config.ts';
import { plainTextOf, wordsOf } from '../../richText/richText.service.ts';
import { withLinkNote } from './linkNote.ts';
import type { Mailbox, Mailing, SharedVariables } from './mail.ts';
import { layOutMail, preheaderOf } from './mailLayout.ts';

export interface NewMailing {
  /** Whose administrators see its mails; null: super admins only. */
  readonly systemId: number | null;
  /** `invitation`, `invitationTest`, `resetPassword`. */
  readonly purpose: string;
  readonly language: Language;
  /** Null: the portal's own address and the university's name. */
  readonly from: { readonly address: string; readonly name: string | null } | null;
  readonly subject: string;
  /** Sanitised HTML of the inside, placeholders still in. */
  readonly body: string;
  readonly attachmentId: number | null;
  readonly variables: SharedVariables;
  /** Those of `bodiesOf`; left out where the text is our own, which is read in no time. */
  readonly words?: readonly [string, string];
}

/**
 * Reads the words of a text that somebody has written, before the transaction in which it is frozen.
 * @throws AppError `text.tooIntricate` for one that was saved before there were limits, `busy`
 */
export async function prepareMailing(mailing: NewMailing): Promise<NewMailing> {
  const [words = '', noted = words] = await wordsOf([...new Set(bodiesOf(mailing))], 'body');
  return { ...mailing, words: [words, noted] };
}

/** The text that all mails of a mailing share, laid out, placeholders still in: what is stored, and what is previewed. */
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

/** The text as it was written, and with what the program adds. */
function bodiesOf({ body, variables }: NewMailing): readonly [string, string] {
  return [body, variables.linkUntil === undefined ? body : withLinkNote(body)];
}

/** Who mails come from when a system names no sender: nobody reads answers there. */
function defaultSender(config: Pick<Config, 'publicUrl' | 'universityName'>, language: Language): Mailbox {
  return { name: config.universityName[language], address: `no-reply@${new URL(config.publicUrl).hostname}` };
}
