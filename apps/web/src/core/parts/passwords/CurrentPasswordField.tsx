import { PasswordField, type PasswordFieldProps } from '../../../ui/fields/PasswordField.tsx';
import { useT } from '../../i18n/useT.ts';

type Given = 'autoComplete' | 'showLabel' | 'hideLabel' | 'capsLockLabel';

export interface CurrentPasswordFieldProps extends Omit<PasswordFieldProps, Given> {
  /** Adds a hidden user name for password managers; without it, the form must have its own field. */
  userName?: string | null;
}

/** Asks for the password of a person who is signed in or who signs in. */
export function CurrentPasswordField({ userName, ...field }: CurrentPasswordFieldProps) {
  const t = useT();
  return (
    <>
      {userName !== undefined && (
        <input hidden readOnly name="username" autoComplete="username" value={userName ?? ''} />
      )}
      <PasswordField
        name="password"
        {...field}
        autoComplete="current-password"
        showLabel={t('Password.Show')}
        hideLabel={t('Password.Hide')}
        capsLockLabel={t('Password.CapsLock')}
      />
    </>
  );
}
