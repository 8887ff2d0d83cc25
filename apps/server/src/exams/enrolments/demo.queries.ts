import { emailKey } from '@guichet/contract/core/fold';
import { sql } from 'kysely';
import type { WriteTx } from '../../core/database/database.ts';

export interface DemoPlaces {
  readonly systemId: number;
  readonly examId: number;
  readonly importId: string;
  readonly keyPrefix: string;
  readonly enrolledAt: Date;
  readonly attestedAt: Date;
  readonly candidates: readonly { readonly email: string; readonly isAttested: boolean }[];
}

export async function seedDemoPlaces(tx: WriteTx, of: DemoPlaces): Promise<void> {
  const rows = of.candidates.map(({ email, isAttested }) => ({
    email_key: emailKey(email),
    attested: isAttested,
  }));
  await sql`
    insert into enrolments (system_id, exam_id, user_id, learning_platform_id, import_id, enrolled_at, attested_at)
    select ${of.systemId}::integer, ${of.examId}::bigint, u.id, ${of.keyPrefix}::text || u.id, ${of.importId}::uuid,
           ${of.enrolledAt}::timestamptz, case when c.attested then ${of.attestedAt}::timestamptz end
    from json_to_recordset(${JSON.stringify(rows)}::json) as c (email_key text, attested boolean)
    join users u on u.email_key = c.email_key`.execute(tx);
}
