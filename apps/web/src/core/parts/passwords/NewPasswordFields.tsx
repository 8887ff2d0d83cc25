import { isMoreThan, passwordRules } from '@guichet/contract/identity/passwordRule';
import type { ReactNode } from 'react';
import { Checklist } from '../../../ui/fields/Checklist.tsx';
import { PasswordField } from '../../../ui/fields/PasswordField.tsx';
import { useT } from '../../i18n/useT.ts';
import { useSession } from '../../session/sessionStore.ts';

export interface NewPasswords {
  readonly newPassword: string;
  readonly confirmNewPassword: string;
}

export const noPasswords: NewPasswords = { newPassword: '', confirmNewPassword: '' };

export interface NewPasswordFieldsProps {
  /** The user name, for password managers. */
  userName: string;
  /** The name of the person whose password it is; by default the reader's own, where it is theirs. */
  name?: string;
  value: NewPasswords;
  onChange: (passwords: NewPasswords) => void;
  faultsAt: (field: string) => ReactNode;
  /** Whether the password is another person's. */
  isForOther?: boolean;
  /** Content between the first field and the rules: a button that generates a password. */
  children?: ReactNode;
}

/** The two fields of every form that sets a password, with a checklist of the rules (S5.9). */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { userName, value, onChange, faultsAt, isForOther = false, children } = props;
  const t = useT();
  const ownName = useSession(({ username, decodedToken }) => username === userName && decodedToken?.name);
  const { name = ownName || '' } = props;
  const rules = [
    ...usePasswordRules(value.newPassword),
    {
      label: t(isForOther ? 'Password.Rule.address.Person' : 'Password.Rule.address'),
      holds: isMoreThan(`${userName} ${name}`, value.newPassword),
    },
  ];
  const words = { showLabel: t('Password.Show'), hideLabel: t('Password.Hide') };
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
      <PasswordField
        {...words}
        label={t('ResetPassword.NewPassword')}
        name="newPassword"
        autoComplete="new-password"
        value={value.newPassword}
        onChange={({ target }) => onChange({ ...value, newPassword: target.value })}
        error={faultsAt('newPassword')}
      />
      {children}
      <Checklist
        label={t('Password.Rules')}
        items={rules}
        holdsLabel={t('Password.Rule.Holds')}
        pendingLabel={t('Password.Rule.Pending')}
      />
      {/* Only the server knows, so that no tick promises it. */}
      <p className="-mt-2 text-muted text-sm">
        {t(isForOther ? 'Password.Unrelated.Person' : 'Password.Unrelated')}
      </p>
      <PasswordField
        {...words}
        label={t('ResetPassword.ConfirmPassword')}
        name="confirmNewPassword"
        autoComplete="new-password"
        value={value.confirmNewPassword}
        onChange={({ target }) => onChange({ ...value, confirmNewPassword: target.value })}
        error={faultsAt('confirmNewPassword')}
      />
    </>
  );
}

/** The password rules as a checklist, each with whether the password meets it. */
function usePasswordRules(password: string): { label: string; holds: boolean }[] {
  const t = useT();
  return passwordRules.map((rule) => ({
    label: t(`Password.Rule.${rule.key}`),
    holds: rule.holds(password),
  }));
}
