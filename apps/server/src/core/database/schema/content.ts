import type { Language } from '@guichet/contract/core/language';
import type { MessageKind } from '@guichet/contract/mail/messages';
import type { Generated, GeneratedAlways } from 'kysely';

interface VersionColumns {
  id: GeneratedAlways<number>;
  saved_at: Date;
  /** Null if the program wrote the version. */
  saved_by: number | null;
  saved_by_name: string;
}

export interface ContentSchema {
  content_items: {
    system_id: number;
    label: string;
    language: Language;
    content: string;
    updated_at: Date;
  };
  banners: {
    system_id: number;
    version: string;
    content_type: string;
    width: number;
    height: number;
    alt_fr: string;
    alt_en: string;
    bytes: Buffer;
    uploaded_at: Date;
  };
  attachments: {
    id: GeneratedAlways<number>;
    system_id: number;
    file_name: string;
    content_type: string;
    bytes: Buffer;
    uploaded_at: Date;
  };
  messages: {
    system_id: number;
    kind: MessageKind;
    language: Language;
    subject: string;
    body: string;
    preheader: Generated<string>;
    attachment_id: number | null;
    updated_at: Date;
    /** `updated_at` of the text in the other language to which this text was found to correspond. */
    compared_to: Generated<Date | null>;
  };
  message_versions: {
    system_id: number;
    kind: MessageKind;
    language: Language;
    subject: string;
    body: string;
    preheader: Generated<string>;
    attachment_id: number | null;
  } & VersionColumns;
  content_versions: {
    system_id: number;
    label: string;
    language: Language;
    /** Null: somebody removed the label. */
    content: string | null;
  } & VersionColumns;
}
