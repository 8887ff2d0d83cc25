import type { TrialResult } from '@guichet/contract/identity/federation.providers';
import { useT } from '../../core/i18n/useT.ts';
import { Notice } from '../../ui/states/Notice.tsx';

/** The findings of a provider's trial, check by check. */
export function Trial({ results }: { results: readonly TrialResult[] }) {
  const t = useT();
  const isBad = results.some(({ state }) => state === 'bad');
  const isUnsure = results.some(({ state }) => state === 'unsure');
  const end = isBad ? 'bad' : isUnsure ? 'unsure' : 'good';
  return (
    <Notice
      tone={({ bad: 'danger', unsure: 'warning', good: 'success' } as const)[end]}
      role={isBad ? 'alert' : 'status'}
      title={t(`Providers.Trial.${end}`)}
    >
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {results.map(({ check, state, detail }) => (
          <li key={check} className="wrap-anywhere">
            {t(state === 'good' ? `Providers.Trial.${check}` : `Providers.Trial.${check}.Not`)}
            {detail && <span className="block text-sm">{detail}</span>}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
