import type { AppContext } from '../platform/runtime/appContext.ts';
import type { Attachment } from './composeMail.ts';
import { selectAttachment, selectMailing } from './delivery.queries.ts';
import type { Mailing } from './renderMail.ts';

interface Sheet {
  readonly mailing: Mailing;
  readonly attachment: Attachment | null;
}

/** As many as are sent side by side in practice: each may hold an attachment of 10 MB. */
const mostKept = 4;

/** The texts that are being sent, each read once with its attachment, and not once per mail. */
export class MailingCache {
  readonly #context: AppContext;
  readonly #sheets = new Map<number, Promise<Sheet>>();

  constructor(context: AppContext) {
    this.#context = context;
  }

  get(mailingId: number): Promise<Sheet> {
    const known = this.#sheets.get(mailingId);
    if (known) return known;
    const sheet = this.#read(mailingId);
    this.#sheets.set(mailingId, sheet);
    sheet.catch(() => this.#sheets.delete(mailingId));
    for (const oldest of this.#sheets.keys()) {
      if (this.#sheets.size <= mostKept) break;
      this.#sheets.delete(oldest);
    }
    return sheet;
  }

  clear(): void {
    this.#sheets.clear();
  }

  async #read(mailingId: number): Promise<Sheet> {
    const { read } = this.#context.database;
    const mailing = await selectMailing(read, mailingId);
    const { attachmentId } = mailing;
    return { mailing, attachment: attachmentId === null ? null : await selectAttachment(read, attachmentId) };
  }
}
