import type { ReactNode } from 'react';

/** S1.6: the systems whose pages have a picture at the top, with the part that a strip shows: of the books, only the arches. */
const strips: Readonly<Record<number, string>> = { 2: '-mt-9', 3: '' };

export interface TopImageProps {
  systemId: number | null;
  /** Shows only a strip of the picture, on pages for work. */
  isStrip?: boolean;
  /** The picture that stands here in place of the drawn one, which it gets. */
  own?: (drawn: ReactNode) => ReactNode;
}

/** Whether pages of this system have a picture at the top. */
export const hasTopImage = (systemId: number): boolean => systemId in strips;

/** The decorative picture at the top of a system's pages; it adapts its colours to the dark theme. */
export function TopImage({ systemId, isStrip = false, own = (drawn) => drawn }: TopImageProps) {
  const strip = strips[systemId ?? 0];
  if (strip === undefined) return null;
  return (
    <div className="mx-auto w-full max-w-7xl px-4 pt-2 sm:px-6 print:hidden">
      {own(
        <div
          className={`overflow-hidden ${isStrip ? 'h-6 rounded-md' : 'h-8 rounded-lg sm:mt-2 sm:h-24 sm:rounded-xl'}`}
        >
          <img
            src={`/assets/tops/system-${systemId}.svg`}
            alt=""
            width={1600}
            height={125}
            className={`h-24 w-full object-cover ${strip} ${isStrip ? '' : 'sm:mt-0'}`}
          />
        </div>,
      )}
    </div>
  );
}
