import type { Correction } from '@guichet/contract/exams/candidate.corrections';
import type { UserInfo } from '@guichet/contract/identity/users.changes';

/** The fields of a user that name the person in a dialog. */
export type Person = Pick<UserInfo, 'id' | 'fullName' | 'email'>;

/** The request from which a dialog was opened. */
export type Asked = Pick<Correction, 'id' | 'field' | 'request'> & {
  /** The exam where the person should be. */
  readonly wanted?: { readonly examId: number } | null;
};
