import type { Language } from '@guichet/contract/core/language';
import type { ExtraTime } from '../../learning/learning.service.ts';

interface Values<T> {
  readonly from: T;
  readonly to: T;
}

/** The corrections of a person by an import, as `import_people` keeps it for the undo. */
export interface Corrected {
  readonly firstName?: Values<string>;
  readonly lastName?: Values<string>;
  readonly language?: Values<Language>;
  /** The values of kept columns; null for none. */
  readonly list?: Values<Readonly<Record<string, string | null>>>;
  /** From null: the person had none. */
  readonly extraTime?: { readonly from: ExtraTime | null; readonly to: ExtraTime };
  readonly email?: Values<string> & {
    /** Whether the address waits for the link mailed to it. */
    readonly isLink: boolean;
    /** The key of the mail to the former address; null with a link. */
    readonly noticeKey: string | null;
    /** Moments that the change of the address set in the account, as they were, by column. */
    readonly times: Readonly<Record<string, string | null>>;
  };
}
