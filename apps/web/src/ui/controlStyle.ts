/** The box of every field that is typed or chosen in. 16 px on small screens keeps iOS from zooming in. */
export const controlStyle =
  'min-h-10 w-full rounded-md border border-edge bg-surface px-3 py-2 text-[1rem] text-ink transition-[border-color,box-shadow] ' +
  'placeholder:text-muted hover:border-ink/60 focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0 ' +
  'aria-invalid:border-danger-ink disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted sm:text-base';
