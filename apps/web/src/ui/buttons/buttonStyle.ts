export interface ButtonLook {
  /** `primary` once per page; `quiet` in rows and bars. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** `sm` in rows and bars. */
  size?: 'md' | 'sm';
  /** Whether the button is as wide as its container. */
  full?: boolean;
}

const variants = {
  primary: 'bg-accent text-white lifted hover:bg-accent-strong',
  secondary: 'border border-edge/60 bg-surface text-ink lifted hover:border-edge hover:bg-sunken',
  quiet: 'text-accent-ink hover:bg-accent-soft',
  danger: 'bg-danger text-white lifted hover:bg-danger-strong',
};

/** The classes of a button, also for links. */
export function buttonStyle({ variant = 'secondary', size = 'md', full = false }: ButtonLook = {}): string {
  const box = size === 'md' ? 'min-h-10 px-4 py-2 text-base' : 'min-h-8 px-2.5 py-1 text-sm';
  return `button ${box} ${full ? 'w-full ' : ''}${variants[variant]}`;
}
