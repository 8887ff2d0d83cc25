import type { ReactNode } from 'react';

/**
 * Makes the properties of the field for a text of a form.
 * @param change stores the text that is typed
 * @param faultsAt from `useFieldFaults`; a text that is read as a list shows the faults of its parts
 */
export function bindText<Draft extends object>(
  draft: Draft,
  change: (patch: Partial<Draft>) => void,
  faultsAt: (field: string) => ReactNode,
) {
  return <Name extends keyof Draft & string>(name: Name) => ({
    name,
    autoComplete: 'off',
    value: String(draft[name] ?? ''),
    error: faultsAt(name) ?? faultsAt(`${name}.`),
    onChange: ({ target }: { target: { value: string } }) =>
      change({ [name]: target.value } as Partial<Draft>),
  });
}
