/** A popover closes without a transition: what is typed next would still go to it. */
export const popoverStyle =
  'rounded-lg border border-line bg-raised shadow-float outline-none duration-150 ' +
  'not-data-exiting:transition-[opacity,translate] data-entering:-translate-y-1 data-entering:opacity-0';
