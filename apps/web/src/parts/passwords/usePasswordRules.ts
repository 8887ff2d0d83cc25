import { passwordRules } from '@guichet/contract/passwordRule';
import { useT } from '../../platform/i18n/useT.ts';

/** The password rules as a checklist. */
export function usePasswordRules(password: string): { label: string; holds: boolean }[] {
  const t = useT();
  return passwordRules.map((rule) => ({
    label: t(`Password.Rule.${rule.key}`),
    holds: rule.holds(password),
  }));
}
