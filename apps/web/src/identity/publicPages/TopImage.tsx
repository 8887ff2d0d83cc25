/** S1.6: the systems whose pages have a picture at the top. */
const drawn: readonly number[] = [2, 3];

export interface TopImageProps {
  systemId: number | null;
  /** Shows only a strip of the picture, on pages for work. */
  isStrip?: boolean;
}

/** The decorative picture at the top of a system's pages; it adapts its colours to the dark theme. */
export function TopImage({ systemId, isStrip = false }: TopImageProps) {
  if (systemId === null || !drawn.includes(systemId)) return null;
  return (
    <div className="mx-auto w-full max-w-7xl px-4 pt-2 sm:px-6 print:hidden">
      <img
        src={`/assets/tops/system-${systemId}.svg`}
        alt=""
        width={1600}
        height={125}
        className={`w-full object-cover ${isStrip ? 'h-6 rounded-md' : 'h-8 rounded-lg sm:mt-2 sm:h-24 sm:rounded-xl'}`}
      />
    </div>
  );
}
