import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../../platform/i18n/useT.ts';
import { useDebounced } from '../../../platform/timing/useDebounced.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { StateMark } from '../../../ui/states/StateMark.tsx';
import { emailAvailableOptions } from '../users.api.ts';

export interface EmailFieldProps {
  value: string;
  onChange: (email: string) => void;
  error: ReactNode;
  /** Shown below an address that has an account. */
  whenTaken: (email: string) => ReactNode;
}

const pauseMs = 400;

/** The sign-in address; after a pause in typing it is checked for an existing account. */
export function EmailField({ value, onChange, error, whenTaken }: EmailFieldProps) {
  const t = useT();
  const email = useDebounced(value.trim(), pauseMs);
  const isFree = useQuery(emailAvailableOptions(email)).data;
  const isKnown = isFree !== undefined && email === value.trim();
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
        {isKnown && (
          <StateMark tone={isFree ? 'success' : 'danger'}>
            {t(isFree ? 'NewUser.Email.Free' : 'NewUser.Email.Taken')}
          </StateMark>
        )}
      </p>
      {isKnown && !isFree && whenTaken(email)}
    </div>
  );
}
