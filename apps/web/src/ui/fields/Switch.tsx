import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'role'> {
  label: ReactNode;
  /** The label is read aloud only: for a switch in a cell, whose column head labels it. */
  labelHidden?: boolean;
}

/** A switch that takes effect at once; in a form that is sent later, use a Checkbox. */
export function Switch({ label, labelHidden = false, ...input }: SwitchProps) {
  return (
    <label
      className={clsx('inline-flex cursor-pointer items-center gap-3', labelHidden ? 'min-h-8' : 'min-h-10')}
    >
      <input
        {...input}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is on
        role="switch"
        className={clsx(
          'relative h-6 w-10 shrink-0 cursor-pointer appearance-none rounded-full border border-edge bg-sunken',
          'transition-colors before:absolute before:top-[3px] before:left-[3px] before:size-4 before:rounded-full',
          'before:bg-edge before:transition-[translate,background-color] before:content-[""]',
          'checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-white',
          'disabled:cursor-not-allowed disabled:opacity-50',
        )}
      />
      <span className={labelHidden ? 'sr-only' : 'text-ink'}>{label}</span>
    </label>
  );
}
