import type { ListedUser } from '@guichet/contract/users';
import type { SayState } from '../../platform/lists/stateLook.ts';

/** How the states of a candidate are said; the rooms that own them know the words. */
export interface UserSays {
  readonly mail: SayState<NonNullable<ListedUser['mailState']>>;
  readonly platform: SayState<NonNullable<ListedUser['platformState']>>;
}
