import type { ComponentProps, MouseEvent } from 'react';
import type { Icon } from '../icons/icon.tsx';
import { Spinner } from '../icons/Spinner.tsx';

export interface IconButtonProps
  extends Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label' | 'title'> {
  /** Names the action and, in a row, its subject: « Désinscrire Zoé Côté ». */
  label: string;
  icon: Icon;
  size?: 'md' | 'sm';
  tone?: 'neutral' | 'accent' | 'danger';
  busy?: boolean | undefined;
}

const tones = {
  neutral: 'text-muted hover:bg-sunken hover:text-ink',
  accent: 'text-accent-ink hover:bg-accent-soft',
  danger: 'text-muted hover:bg-danger-soft hover:text-danger-ink',
};

/**
 * A square icon button; its label is read aloud and shown on hover. The `title` gives the name: beside an
 * equal `aria-label`, it would also be the description, and be read twice.
 */
export function IconButton(props: IconButtonProps) {
  const { label, icon: IconPart, size = 'md', tone = 'neutral', busy, disabled, onClick, ...rest } = props;
  const inert = Boolean(busy || disabled);

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (inert) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <button
      type="button"
      {...rest}
      title={label}
      aria-disabled={inert || undefined}
      aria-busy={busy || undefined}
      onClick={press}
      className={`icon-button ${size === 'md' ? 'size-10' : 'size-8'} ${tones[tone]}`}
    >
      {busy ? <Spinner /> : <IconPart size={size === 'md' ? 20 : 18} />}
    </button>
  );
}
