import type { ComponentProps, MouseEvent } from 'react';
import type { Icon } from '../icons/icon.tsx';
import { Spinner } from '../icons/Spinner.tsx';
import { type ButtonLook, buttonStyle } from './buttonStyle.ts';

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'className'> {
  icon?: Icon | undefined;
  /** Whether only the icon shows on a narrow screen; the words remain the accessible name. */
  iconOnNarrow?: boolean | undefined;
  /** Whether a call is running: a spinner shows, presses are ignored, and the focus stays. */
  busy?: boolean | undefined;
  /** Shown instead of the children while busy. */
  busyLabel?: string | undefined;
}

/** A button that never gets the `disabled` attribute, which would lose the focus. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    full,
    icon: IconPart,
    iconOnNarrow = false,
    busy,
    busyLabel,
    disabled,
    onClick,
    children,
    ...rest
  } = props;
  const inert = Boolean(busy || disabled);
  const words = busy && busyLabel !== undefined ? busyLabel : children;

  function press(event: MouseEvent<HTMLButtonElement>) {
    // The second half of a double click may come before the page has rendered the first half.
    const isSecondHalf = rest.type === 'submit' && event.detail > 1;
    // This stops the Enter key in a field too: a form's implicit submission clicks its submit button.
    if (inert || isSecondHalf) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <button
      type="button"
      {...rest}
      className={buttonStyle({ ...(variant && { variant }), ...(size && { size }), ...(full && { full }) })}
      aria-disabled={inert || undefined}
      aria-busy={busy || undefined}
      onClick={press}
    >
      {busy ? <Spinner /> : IconPart && <IconPart size={size === 'sm' ? 16 : 18} />}
      {iconOnNarrow ? <span className="max-sm:sr-only">{words}</span> : words}
    </button>
  );
}
