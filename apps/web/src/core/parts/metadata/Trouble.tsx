import type { ReactNode } from 'react';
import { Notice } from '../../../ui/states/Notice.tsx';
import { useTexts } from '../../i18n/formats.ts';

export interface TroubleProps {
  what: 'Applications.Refused' | 'Applications.NotTold' | 'Providers.Refused';
  name: string;
  at: Date;
  children: ReactNode;
}

/** The last trouble with the other side: what went wrong, when, and what to do. */
export function Trouble({ what, name, at, children }: TroubleProps) {
  const { t, longDateTime } = useTexts();
  return (
    <Notice tone="warning" title={t(what, { name, when: longDateTime(at) })}>
      {children}
    </Notice>
  );
}
