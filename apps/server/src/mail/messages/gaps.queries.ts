import type { Language } from '@guichet/contract/core/language';
import type { MessageKind } from '@guichet/contract/mail/messages';
import { ask, prepare } from '../../core/database/connection/prepared.ts';
import type { ReadDb } from '../../core/database/database.ts';
import type { TenantScope } from '../../core/database/rowSecurity/rowSecurity.ts';

export interface TextOfSystem {
  readonly systemId: number;
  /** The exam whose own text it is; null: the system's. */
  readonly examId: number | null;
  /** Null, like all further fields, for a system without a message. */
  readonly kind: MessageKind | null;
  readonly language: Language | null;
  readonly subject: string | null;
  readonly body: string | null;
  readonly savedAt: Date | null;
  readonly comparedTo: Date | null;
  /** Whether an exam of the system has an invitation of its own. */
  readonly hasOwnInvitation: boolean;
}

const textsOf = (isOfScope: string) =>
  prepare<TextOfSystem>(`
  select s.id as "systemId", m.exam_id as "examId", m.kind, m.language, m.subject, m.body, m.updated_at as "savedAt",
    m.compared_to as "comparedTo",
    exists (select from messages o where o.system_id = s.id and o.exam_id is not null and o.kind = 'invitation')
      as "hasOwnInvitation"
  from systems s left join messages m on m.system_id = s.id and (m.exam_id is null or m.exam_id = any($1::bigint[]))
  where ${isOfScope} order by s.id`);
const textsOfAll = textsOf('true');
const textsOfSome = textsOf('s.id = any($2::integer[])');

/** The messages of these systems, and the own ones of these exams; a system without messages has one row. */
export function selectTextsOfSystems(db: ReadDb, systemIds: TenantScope, examIds: readonly number[] = []) {
  return systemIds === 'all' ? ask(db, textsOfAll, [examIds]) : ask(db, textsOfSome, [examIds, systemIds]);
}
