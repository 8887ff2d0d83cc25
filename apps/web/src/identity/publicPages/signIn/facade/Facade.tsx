import { useId } from 'react';

export interface FacadeProps {
  /** The system of the page, whose arch of the nine is lit; null lights the middle arch. */
  litArch: number | null;
  tagline: string;
}

/** The illustration of the sign-in page: a building in the evening. */
export function Facade({ litArch, tagline }: FacadeProps) {
  // S1.6: two systems have a picture at the top; on a phone a second one would push the button below the fold.
  const hasTop = litArch === 2 || litArch === 3;
  const isKnown = litArch !== null && litArch <= 9;
  return (
    <div
      className={`${hasTop ? 'max-sm:hidden ' : ''}relative flex min-h-10 sm:min-h-36 flex-col justify-between overflow-hidden rounded-xl evening lg:sticky lg:top-6 lg:h-[calc(100dvh-9rem)] lg:max-h-[52rem] lg:min-h-[34rem]`}
    >
      <p className="hidden max-w-lg text-balance p-12 font-serif text-3xl text-night-ink lg:block">
        {tagline}
      </p>
      <Colonnade lit={isKnown ? litArch : 5} />
    </div>
  );
}

// Paths drawn at the first of nine positions, each 80 wide; each repetition begins where the last one ends.
const outer = 'V160a34 34 0 0 1 68 0V300m12 0'.repeat(9);
const inner = 'V160a27 27 0 0 1 54 0V300m26 0'.repeat(9);

/** Nine arches, one of them lit, with light on the pavement. */
function Colonnade({ lit }: { lit: number }) {
  const id = useId();
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 736 380"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      // On a phone from the tops of the arches on: their walls alone look like a barcode.
      className="absolute inset-x-0 -bottom-8 h-[180%] w-full stroke-night-line sm:bottom-0 sm:h-full lg:static lg:h-auto"
      strokeWidth="1.5"
    >
      <linearGradient id={`${id}-glow`} x2="0" y2="1">
        <stop stopColor="#fbe3b4" />
        <stop offset="1" stopColor="#f0a94a" />
      </linearGradient>
      <linearGradient id={`${id}-spill`} x2="0" y2="1">
        <stop stopColor="#f5bd68" stopOpacity=".55" />
        <stop offset="1" stopColor="#f5bd68" stopOpacity="0" />
      </linearGradient>
      <radialGradient id={`${id}-halo`}>
        <stop stopColor="#f5bd68" stopOpacity=".34" />
        <stop offset="1" stopColor="#f5bd68" stopOpacity="0" />
      </radialGradient>
      <path d="M0 64h736M0 76h736M0 96h736" strokeOpacity=".55" />
      <g transform={`translate(${lit * 80 - 72})`} stroke="none">
        <circle cx="40" cy="200" r="150" fill={`url(#${id}-halo)`} />
      </g>
      <path d={`M14 300${outer}`} strokeOpacity=".9" />
      <path d={`M21 300${inner}`} strokeOpacity=".5" className="fill-night-deep" fillOpacity=".75" />
      <g transform={`translate(${lit * 80 - 72})`}>
        <path d="M13 300V160a27 27 0 0 1 54 0V300Z" fill={`url(#${id}-glow)`} stroke="none" />
        {/* The counter, and the lamp over it. */}
        <path d="M40 133v38" className="stroke-night" strokeWidth="1.75" />
        <path d="M28 184a12 13 0 0 1 24 0ZM13 300v-46h54v46Z" className="fill-night" stroke="none" />
        <circle cx="40" cy="185" r="3.5" className="fill-white" stroke="none" />
        <path d="M19 293v-28h18v28ZM43 293v-28h18v28Z" strokeOpacity=".7" />
        <path d="M10 254h60" className="stroke-night-ink" strokeWidth="3" strokeLinecap="round" />
        <path d="M46 252h13v-3h-11v-3h9" className="stroke-night" strokeWidth="2" />
        <path d="M13 300h54l44 80h-142Z" fill={`url(#${id}-spill)`} stroke="none" />
      </g>
      <path d="M0 300h736" />
    </svg>
  );
}
