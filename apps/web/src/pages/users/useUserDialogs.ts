import { useMemo, useState } from 'react';
import type { Person } from '../../features/users/person.ts';
import type { Emergency } from '../../features/users/users.api.ts';

export type OpenedDialog =
  | { readonly kind: 'newUser' }
  | {
      readonly kind: 'password' | 'info' | 'impersonate' | 'resetFactors' | 'sessions';
      readonly person: Person;
    }
  | { readonly kind: 'emergency'; readonly emergency: Emergency; readonly person: Person };

/** The open dialog about people, and functions that open one, which are stable between renders. */
export function useUserDialogs() {
  const [opened, open] = useState<OpenedDialog | null>(null);
  const verbs = useMemo(
    () => ({
      openNewUser: () => open({ kind: 'newUser' }),
      openPassword: (person: Person) => open({ kind: 'password', person }),
      openInfo: (person: Person) => open({ kind: 'info', person }),
      openImpersonation: (person: Person) => open({ kind: 'impersonate', person }),
      openResetFactors: (person: Person) => open({ kind: 'resetFactors', person }),
      openEmergency: (person: Person, emergency: Emergency) => open({ kind: 'emergency', emergency, person }),
      openSessions: (person: Person) => open({ kind: 'sessions', person }),
      close: () => open(null),
    }),
    [],
  );
  return { opened, ...verbs };
}
