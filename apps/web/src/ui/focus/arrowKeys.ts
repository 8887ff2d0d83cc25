/** The control to which an arrow key, Home or End leads from another control, wrapping at both ends. */
export function controlAt<E extends Element>(
  controls: readonly E[],
  from: E | null,
  key: string,
): E | undefined {
  const at = from ? controls.indexOf(from) : -1;
  if (key === 'ArrowRight') return controls[(at + 1) % controls.length];
  if (key === 'ArrowLeft') return controls.at(at < 0 ? -1 : at - 1);
  if (key === 'Home') return controls[0];
  return key === 'End' ? controls.at(-1) : undefined;
}
