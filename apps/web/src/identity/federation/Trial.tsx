import type { TrialResult } from '@guichet/contract/identity/federation.providers';
import type { ReactNode } from 'react';
import { useT } from '../../core/i18n/useT.ts';
import { Notice } from '../../ui/states/Notice.tsx';

/** Whether something is to be corrected. */
export const isBad = (results: readonly TrialResult[]) => results.some(({ state }) => state === 'bad');

/** The findings of a provider's trial, check by check. */
export function Trial({ results, action }: { results: readonly TrialResult[]; action?: ReactNode }) {
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
            {t(state === 'good' ? `Providers.Trial.${check}` : `Providers.Trial.${check}.Not`)}
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
