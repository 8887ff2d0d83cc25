import clsx from 'clsx';

export interface ButtonLook {
  /** One primary per view; quiet for what stands in rows and bars. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** `sm` is for tables and bars. */
  size?: 'md' | 'sm';
  /** As wide as its container. */
  full?: boolean;
}

const variants = {
  primary: 'bg-accent text-white shadow-control hover:bg-accent-strong',
  secondary: 'border border-edge/60 bg-surface text-ink shadow-control hover:border-edge hover:bg-sunken',
  quiet: 'text-accent-ink hover:bg-accent-soft',
  danger: 'bg-danger text-white shadow-control hover:bg-danger-strong',
};

/** The look of a button, for links that act as the next step too. */
export function buttonStyle({ variant = 'secondary', size = 'md', full = false }: ButtonLook = {}): string {
  return clsx(
    'relative inline-flex cursor-pointer select-none items-center justify-center gap-2 rounded-md font-medium',
    'transition-[background-color,border-color,color,transform] active:translate-y-px',
    'aria-disabled:cursor-not-allowed not-aria-busy:aria-disabled:opacity-55 aria-disabled:active:translate-y-0',
    'aria-busy:cursor-progress aria-busy:opacity-90',
    size === 'md' ? 'min-h-10 px-4 py-2 text-base' : 'min-h-8 px-2.5 py-1 text-sm',
    full && 'w-full',
    variants[variant],
  );
}
