import { Colonnade } from './Colonnade.tsx';

export interface FacadeProps {
  /** The programme that one came for: its arch is lit, of nine; without one, the middle arch. */
  litArch: number | null;
  tagline: string;
}

/** The building in the evening, with the light on at one counter. */
export function Facade({ litArch, tagline }: FacadeProps) {
  const isKnown = litArch !== null && litArch <= 9;
  return (
    <div className="relative flex min-h-36 flex-col justify-between overflow-hidden rounded-xl inset-ring inset-ring-night-line/35 bg-[radial-gradient(120%_90%_at_50%_100%,#22305f_0%,var(--color-night)_45%,var(--color-night-deep)_100%)] lg:sticky lg:top-6 lg:h-[calc(100dvh-9rem)] lg:max-h-[52rem] lg:min-h-[34rem]">
      <p className="hidden max-w-lg text-balance p-12 font-serif text-3xl text-night-ink lg:block">
        {tagline}
      </p>
      <Colonnade lit={isKnown ? litArch : 5} />
    </div>
  );
}
