import { Email } from '@guichet/contract/identity/account';
import { checkEmailAvailable } from '@guichet/contract/identity/account.given';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { query, useQuery } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { useDebounced } from '../../../core/timing/useDebounced.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { StateMark } from '../../../ui/states/StateMark.tsx';

export interface EmailFieldProps {
  value: string;
  onChange: (email: string) => void;
  error: ReactNode;
  /** Whether the server refused the address as taken, though it was free a moment ago. */
  isRefused?: boolean;
  /** Rendered below an address that has an account. */
  whenTaken: (email: string) => ReactNode;
  /** `info` when an existing account serves as well as a new one. */
  takenTone?: 'danger' | 'info';
}

const pauseMs = 400;

/**
 * Whether a typed address has an account; undefined until the server has answered. Only a valid one is asked for (S5.27),
 * and once: after a success the account is the one just made.
 */
export function useIsTaken(typed: string): boolean | undefined {
  const email = useDebounced(typed.trim(), pauseMs);
  const enabled = z.safeParse(Email, email).success;
  const asked = query(checkEmailAvailable, { query: { email } });
  const isFree = useQuery({ ...asked, enabled, staleTime: 'static', gcTime: 0 }).data;
  return isFree === undefined || email !== typed.trim() ? undefined : !isFree;
}

/** The sign-in address; after a pause in typing, the server checks whether it has an account. */
export function EmailField(props: EmailFieldProps) {
  const { value, onChange, error, isRefused = false, whenTaken, takenTone = 'danger' } = props;
  const t = useT();
  const isFound = useIsTaken(value);
  const isTaken = isRefused || isFound;
  return (
    <div className="flex flex-col gap-1.5">
      <TextField
        label={t('User.email')}
        type="email"
        name="userName"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        error={error}
      />
      <p role="status" className="text-sm empty:hidden">
        {isTaken !== undefined && (isTaken || !error) && (
          <StateMark tone={isTaken ? takenTone : 'success'}>
            {t(isTaken ? 'NewUser.Email.Taken' : 'NewUser.Email.Free')}
          </StateMark>
        )}
      </p>
      {isTaken && whenTaken(value.trim())}
    </div>
  );
}
