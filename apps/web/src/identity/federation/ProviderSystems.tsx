import type { ReactNode } from 'react';
import { useT } from '../../core/i18n/useT.ts';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';

export interface ProviderSystemsProps {
  systems: readonly { readonly id: number; readonly name: string }[];
  /** Null: all of them. */
  chosen: readonly number[] | null;
  error: ReactNode;
  onChoose: (systemIds: number[] | null) => void;
}

export function ProviderSystems({ systems, chosen, error, onChoose }: ProviderSystemsProps) {
  const t = useT();

  function choose(id: number, isChosen: boolean) {
    const ids = systems.map((system) => system.id);
    onChoose(ids.filter((other) => (other === id ? isChosen : chosen?.includes(other))));
  }

  return (
    <fieldset>
      <legend className="font-semibold text-sm">{t('Providers.Field.systemIds')}</legend>
      <Checkbox
        label={t('Providers.AllSystems')}
        checked={chosen === null}
        error={error}
        onChange={({ target }) => onChoose(target.checked ? null : [])}
      />
      {chosen !== null &&
        systems.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={({ target }) => choose(id, target.checked)}
          />
        ))}
    </fieldset>
  );
}
