import type { AppContext } from '../../../core/context/appContext.ts';
import type { Attachment } from './composeMail.ts';
import type { Logo } from './logo.ts';
import type { Mailing } from './mail.ts';
import { selectAttachment, selectLogo, selectMailing } from './mailing.queries.ts';

interface Sheet {
  readonly mailing: Mailing;
  readonly attachment: Attachment | null;
  readonly logo: Logo | null;
}

/** Rarely more mailings are sent at the same time; each may hold an attachment of 10 MB. */
const mostKept = 4;

export type MailingCache = ReturnType<typeof openMailingCache>;

/** Caches the texts being sent: each is read once for all its mails, with its attachment and logo. */
export function openMailingCache({ database: { read } }: AppContext) {
  const sheets = new Map<number, Promise<Sheet>>();

  async function readSheet(mailingId: number): Promise<Sheet> {
    const mailing = await selectMailing(read, mailingId);
    const { attachmentId, logoId } = mailing;
    const attachment = attachmentId === null ? null : await selectAttachment(read, attachmentId);
    return { mailing, attachment, logo: await selectLogo(read, logoId) };
  }

  return {
    get(mailingId: number): Promise<Sheet> {
      const known = sheets.get(mailingId);
      if (known) return known;
      const sheet = readSheet(mailingId);
      sheets.set(mailingId, sheet);
      sheet.catch(() => sheets.delete(mailingId));
      const [oldest = mailingId] = sheets.keys();
      if (sheets.size > mostKept) sheets.delete(oldest);
      return sheet;
    },
    clear: () => sheets.clear(),
  };
}
