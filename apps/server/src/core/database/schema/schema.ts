import type { Language } from '@guichet/contract/core/language';
import type { CorrectionField } from '@guichet/contract/exams/candidate.corrections';
import type { ExamTextName } from '@guichet/contract/exams/exams.texts';
import type { platformStates } from '@guichet/contract/learning/learning.states';
import type { MessageKind } from '@guichet/contract/mail/messages';
import type { mailStates } from '@guichet/contract/mail/outbox.states';
import type { ColumnType } from 'kysely';
import type { BuiltinTables } from './builtinTables.ts';
import type { SignOnTables } from './signOnTables.ts';
import type { Tables } from './tables.ts';

export type MailState = (typeof mailStates)[number];
export type PlatformState = (typeof platformStates)[number];

/** The column name of a property: `student_number` for `studentNumber`. */
export type ColumnOf<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${ColumnOf<Rest>}`
  : '';

/** Columns whose values the database does not tell as exactly as the program knows them. */
interface Exact {
  builtin_entries: { language: Language };
  correction_requests: { field: CorrectionField };
  exams: { texts_behind: ColumnType<ExamTextName[], string | undefined, string> };
  federated_sign_ins: { step: 'asked' | 'answered' | 'unmatched' | 'launched' | 'chosen' };
  messages: { kind: MessageKind };
  message_versions: { kind: MessageKind };
  platform_readings: { removals: ColumnType<readonly string[], string | undefined, string> };
  staged_candidates: { language: Language | null };
  user_roles: { came_by: ColumnType<readonly string[] | null, string | null, string | null> };
}

interface AllTables extends Tables, SignOnTables, BuiltinTables {}

/** The tables as the migrations leave them. Dates are `yyyy-mm-dd`, bigints plain numbers. */
export type Schema = {
  [Table in keyof AllTables]: Table extends keyof Exact
    ? Omit<AllTables[Table], keyof Exact[Table]> & Exact[Table]
    : AllTables[Table];
};
