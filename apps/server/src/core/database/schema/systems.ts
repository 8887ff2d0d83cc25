import type { Generated, GeneratedAlways } from 'kysely';

export interface SystemsSchema {
  /** At most one row. */
  university: {
    id: number;
    name_fr: string;
    name_en: string;
    email_from: string | null;
    email_from_name: string | null;
    email_from_name_en: string | null;
    reply_to: string | null;
    phone: string | null;
    office_fr: string | null;
    office_en: string | null;
    /** Rises with each change. */
    version: number;
    changed_at: Date;
  };
  systems: {
    id: number;
    slug: string;
    name: string;
    course_prefix: string;
    student_role: string;
    landing: 'bare' | 'byLanguage';
    template_id: number | null;
    semester_id: number | null;
    email_from: string | null;
    email_from_name: string | null;
    email_from_name_en: string | null;
    reply_to: string | null;
    phone: string | null;
    office_fr: string | null;
    office_en: string | null;
    logo_id: number | null;
    /** Null: the platform in the environment's settings. */
    platform_id: Generated<number | null>;
    created_at: Date;
  };
  learning_platforms: {
    id: GeneratedAlways<number>;
    name: string;
    kind: string;
    address: string;
    encrypted_credentials: string;
    semester_id: number | null;
    template_id: number | null;
    student_role: number;
    call_seconds: number;
    copy_seconds: number;
    /** Rises with each change. */
    version: Generated<number>;
    changed_at: Date;
    removed_at: Date | null;
  };
  mail_logos: {
    id: GeneratedAlways<number>;
    system_id: number;
    content_type: 'image/png' | 'image/jpeg';
    width: number;
    height: number;
    bytes: Buffer;
    uploaded_at: Date;
  };
}
