import type { ReactNode } from 'react';
import { useT } from '../../platform/i18n/useT.ts';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { Notice } from '../../ui/states/Notice.tsx';

export interface TellThemProps {
  /** How many of those who leave were mailed about the exam before; none are offered to be told. */
  count: number;
  /** How many leave. */
  leaving: number;
  checked: boolean;
  onChange: (isChecked: boolean) => void;
  /** The question is open: while it closes nothing new is told. */
  isAsked: boolean;
  /** The mail that tells them, to read. */
  mail: ReactNode;
}

/** Offers to tell people whom an administrator takes out of an exam. */
export function TellThem({ count, leaving, checked, onChange, isAsked, mail }: TellThemProps) {
  const t = useT();
  if (count === 0) return null;
  return (
    <>
      <Checkbox
        label={leaving === 1 ? t('TakeOut.Mail.Alone') : t('TakeOut.Mail', { count })}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      {isAsked && !checked && <Notice tone="warning">{t('TakeOut.Silent', { count })}</Notice>}
      {mail}
    </>
  );
}
