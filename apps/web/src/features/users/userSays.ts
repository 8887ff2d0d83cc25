import type { ListedUser } from '@guichet/contract/users';
import type { SayState } from '../../platform/lists/stateLook.ts';

/** Labels of a candidate's states, given by the modules that own them. */
export interface UserSays {
  readonly mail: SayState<NonNullable<ListedUser['mailState']>>;
  readonly platform: SayState<NonNullable<ListedUser['platformState']>>;
}
