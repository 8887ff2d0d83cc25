/** A missing value: a dash on the screen, a text for screen readers. */
export function NoValue({ label }: { label: string }) {
  return (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
