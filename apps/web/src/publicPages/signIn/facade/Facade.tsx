import { Colonnade } from './Colonnade.tsx';

export interface FacadeProps {
  /** The system of the page: its arch of the nine is lit; without one, the middle arch. */
  litArch: number | null;
  tagline: string;
}

/** The illustration of the sign-in page: a building in the evening. */
export function Facade({ litArch, tagline }: FacadeProps) {
  const isKnown = litArch !== null && litArch <= 9;
  return (
    <div className="relative flex min-h-36 flex-col justify-between overflow-hidden rounded-xl evening lg:sticky lg:top-6 lg:h-[calc(100dvh-9rem)] lg:max-h-[52rem] lg:min-h-[34rem]">
      <p className="hidden max-w-lg text-balance p-12 font-serif text-3xl text-night-ink lg:block">
        {tagline}
      </p>
      <Colonnade lit={isKnown ? litArch : 5} />
    </div>
  );
}
