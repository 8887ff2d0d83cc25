import type { TrialFinding } from '@guichet/contract/identity/provider.clients';
import type { ReactNode } from 'react';
import { Notice } from '../../../ui/states/Notice.tsx';
import { useT } from '../../i18n/useT.ts';

/** Whether something is to be corrected. */
export const isBad = (results: readonly TrialFinding[]) => results.some(({ state }) => state === 'bad');

export interface TrialProps<Check extends string> {
  results: readonly (TrialFinding & { readonly check: Check })[];
  /** The words for a check that has found things in order, or has not. */
  textOf: (check: Check, isGood: boolean) => string;
  action?: ReactNode;
}

/** The findings of a trial, check by check. */
export function Trial<Check extends string>({ results, textOf, action }: TrialProps<Check>) {
  const t = useT();
  const isUnsure = results.some(({ state }) => state === 'unsure');
  const end = isBad(results) ? 'bad' : isUnsure ? 'unsure' : 'good';
  return (
    <Notice
      tone={({ bad: 'danger', unsure: 'warning', good: 'success' } as const)[end]}
      role={end === 'bad' ? 'alert' : 'status'}
      title={t(`Providers.Trial.${end}`)}
      action={action}
    >
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {results.map(({ check, state, fault, detail }) => (
          <li key={check} className="wrap-anywhere">
            {textOf(check, state === 'good')}
            {detail && (
              <span className="block text-sm">
                {fault ? t(`Providers.Fault.${fault}`, { code: detail }) : detail}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
