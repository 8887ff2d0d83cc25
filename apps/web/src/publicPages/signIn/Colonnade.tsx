import { useId } from 'react';

const arches = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const step = 80;
const ground = 300;

/** Nine arches, one of them lit, with the light falling out on the pavement. */
export function Colonnade({ lit }: { lit: number }) {
  const id = useId();
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 736 380"
      preserveAspectRatio="xMidYMax slice"
      fill="none"
      className="absolute inset-x-0 bottom-0 h-full max-h-[380px] w-full lg:static lg:h-auto lg:max-h-none"
    >
      <defs>
        <linearGradient id={`${id}-glow`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#fbe3b4" />
          <stop offset="1" stopColor="#f0a94a" />
        </linearGradient>
        <linearGradient id={`${id}-spill`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#f5bd68" stopOpacity="0.55" />
          <stop offset="1" stopColor="#f5bd68" stopOpacity="0" />
        </linearGradient>
        <radialGradient id={`${id}-halo`}>
          <stop offset="0" stopColor="#f5bd68" stopOpacity="0.34" />
          <stop offset="1" stopColor="#f5bd68" stopOpacity="0" />
        </radialGradient>
      </defs>
      <path
        d="M0 64h736M0 76h736M0 96h736"
        className="stroke-night-line"
        strokeOpacity="0.55"
        strokeWidth="1.5"
      />
      <circle cx={8 + (lit - 0.5) * step} cy="200" r="150" fill={`url(#${id}-halo)`} />
      {arches.map((arch) => (
        <Arch key={arch} left={8 + (arch - 1) * step} fill={arch === lit ? `url(#${id}-glow)` : null} />
      ))}
      <Light left={8 + (lit - 1) * step} fill={`url(#${id}-spill)`} />
      <path d={`M0 ${ground}h736`} className="stroke-night-line" strokeWidth="1.5" />
    </svg>
  );
}

function Arch({ left, fill }: { left: number; fill: string | null }) {
  const outer = `M${left + 6} ${ground}V160a34 34 0 0 1 68 0V${ground}`;
  const inner = `M${left + 13} ${ground}V160a27 27 0 0 1 54 0V${ground}`;
  return (
    <g className="stroke-night-line" strokeWidth="1.5">
      <path d={outer} strokeOpacity="0.9" />
      <path d={inner} strokeOpacity="0.5" className="fill-night-deep" fillOpacity="0.75" />
      {fill && (
        <>
          <path d={`${inner}Z`} fill={fill} stroke="none" />
          {/* The counter, and the lamp over it. */}
          <path d={`M${left + 40} 133v38`} className="stroke-night" strokeWidth="1.75" />
          <path d={`M${left + 28} 184a12 13 0 0 1 24 0Z`} className="fill-night" stroke="none" />
          <circle cx={left + 40} cy="185" r="3.5" className="fill-white" stroke="none" />
          <path d={`M${left + 13} ${ground}v-46h54v46Z`} className="fill-night" stroke="none" />
          <path
            d={`M${left + 19} ${ground - 7}v-28h18v28ZM${left + 43} ${ground - 7}v-28h18v28Z`}
            strokeOpacity="0.7"
          />
          <path
            d={`M${left + 10} ${ground - 46}h60`}
            className="stroke-night-ink"
            strokeWidth="3"
            strokeLinecap="round"
          />
          <path d={`M${left + 46} ${ground - 48}h13v-3h-11v-3h9`} className="stroke-night" strokeWidth="2" />
        </>
      )}
    </g>
  );
}

function Light({ left, fill }: { left: number; fill: string }) {
  return <path d={`M${left + 13} ${ground}h54l44 80h-142Z`} fill={fill} />;
}
