import type { TrialFinding } from '@guichet/contract/identity/provider.clients';
import clsx from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { AlertIcon, CheckIcon, CrossIcon, RefreshIcon } from '../../../ui/icons/moreIcons.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { useT } from '../../i18n/useT.ts';

/** Whether something is to be corrected. */
export const isBad = (results: readonly TrialFinding[]) => results.some(({ state }) => state === 'bad');

const looks = {
  good: { tone: 'success', Icon: CheckIcon, ink: 'text-success-ink' },
  unsure: { tone: 'warning', Icon: AlertIcon, ink: 'text-warning-ink' },
  bad: { tone: 'danger', Icon: CrossIcon, ink: 'text-danger-ink' },
} as const;

export interface TrialProps<Check extends string> {
  trial: {
    readonly isPending: boolean;
    readonly data: readonly (TrialFinding & { readonly check: Check })[] | undefined;
  };
  /** Whether the form has changed since. */
  isOld: boolean;
  /** The words for a check that has found things in order, wrong, or neither. */
  textOf: (check: Check, state: TrialFinding['state']) => string;
  action?: ReactNode;
  onTry: () => void;
}

/** Tries the other side as the form states it, and shows the findings check by check. */
export function Trial<Check extends string>({ trial, isOld, textOf, action, onTry }: TrialProps<Check>) {
  const t = useT();
  const place = useRef<HTMLElement>(null);
  const { data: results, isPending } = trial;
  useEffect(() => {
    if (results) place.current?.scrollIntoView({ block: 'nearest' });
  }, [results]);
  const end =
    (['bad', 'unsure'] as const).find((one) => results?.some(({ state }) => state === one)) ?? 'good';
  return (
    <section ref={place} aria-label={t('Providers.Try')} className="flex flex-col gap-3">
      <div>
        <Button icon={RefreshIcon} busy={isPending} onClick={onTry}>
          {t('Providers.Try')}
        </Button>
      </div>
      {results && (
        <Notice
          tone={isOld ? 'info' : looks[end].tone}
          role={end === 'bad' ? 'alert' : 'status'}
          title={t(isOld ? 'Providers.Trial.old' : `Providers.Trial.${end}`)}
          action={action}
        >
          <ul className="mt-1 flex flex-col gap-2 rounded-sm bg-surface p-3">
            {results.map(({ check, state, fault, detail }) => {
              const { Icon, ink } = looks[state];
              return (
                <li key={check} className="flex gap-2">
                  <Icon size={18} className={clsx('mt-0.5 shrink-0', ink)} />
                  <div className="wrap-anywhere min-w-0">
                    <strong className={ink}>{t(`Providers.Trial.State.${state}`)}</strong>{' '}
                    {fault ? t(`Providers.Fault.${fault}`, { code: detail ?? '' }) : textOf(check, state)}
                    {/* A fault of the address says all that has happened. */}
                    {detail && !(fault && check === 'address') && (
                      <span className="block text-sm">{fault ? textOf(check, state) : detail}</span>
                    )}
                  </div>
                </li>
              );
            })}
          </ul>
        </Notice>
      )}
    </section>
  );
}
