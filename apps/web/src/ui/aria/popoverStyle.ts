export const popoverStyle =
  'rounded-lg border border-line bg-raised shadow-float outline-none transition-[opacity,translate] duration-150 ' +
  'data-entering:-translate-y-1 data-entering:opacity-0 data-exiting:opacity-0';
