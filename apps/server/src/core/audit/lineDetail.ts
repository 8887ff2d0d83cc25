import type { AuditDetail } from '@guichet/contract/core/audit.details';
import type { PersonText } from '@guichet/contract/core/personTexts';

/** A value before and after a change; null for none. */
export interface Change {
  readonly from: string | null;
  readonly to: string | null;
}

type CorrectedField = 'firstName' | 'lastName' | 'language' | PersonText;

/** Details of a line that other rooms read; the rest is only shown. */
export interface LineDetail
  extends Partial<Readonly<Record<CorrectedField, Change>>>,
    Partial<Readonly<Record<Exclude<AuditDetail, CorrectedField | keyof ReadDetails>, unknown>>>,
    Partial<Readonly<ReadDetails>> {}

interface ReadDetails {
  /** The title of an exam; of a move, where the people went. */
  exam: string;
  examId: number;
  /** The name of the subject; of a move, the title of the exam that the people left. */
  name: string;
  fileName: string;
  removalId: string;
  /** The import that was undone. */
  importId: string;
  /** The people whom each import had placed, by the import. */
  imports: Readonly<Record<string, readonly number[]>>;
  presence: Change;
  /** Names of roles. */
  given: readonly string[];
  taken: readonly string[];
  /** An address that is no longer to be confirmed, or a change of address. */
  email: string | { readonly from: string; readonly to: string };
  userIds: readonly number[];
}
