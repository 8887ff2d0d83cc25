/** S1.6: the systems whose pages have a picture at the top. */
const drawn: readonly number[] = [2, 3];

/** The decorative picture at the top of a system's pages; it adapts its colours to the dark theme. */
export function TopImage({ systemId }: { systemId: number | null }) {
  if (systemId === null || !drawn.includes(systemId)) return null;
  return (
    <div className="mx-auto w-full max-w-7xl px-4 pt-4 sm:px-6 print:hidden">
      <img
        src={`/assets/tops/system-${systemId}.svg`}
        alt=""
        width={1600}
        height={125}
        className="h-14 w-full rounded-xl object-cover sm:h-24"
      />
    </div>
  );
}
