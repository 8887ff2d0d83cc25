import type { UserInfo } from '@guichet/contract/identity/users.changes';

/** The fields of a user that name the person in a dialog. */
export type Person = Pick<UserInfo, 'id' | 'fullName' | 'email'>;
