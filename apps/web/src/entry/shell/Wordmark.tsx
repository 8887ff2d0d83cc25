/** The logo and the product name; `yields` drops the name on phones, to leave room for its neighbours. */
export function Wordmark({ yields }: { yields: boolean }) {
  return (
    <span className="inline-flex items-center gap-2">
      <svg
        aria-hidden="true"
        width="28"
        height="28"
        viewBox="0 0 32 32"
        fill="none"
        strokeWidth="2.25"
        strokeLinecap="round"
      >
        <rect width="32" height="32" rx="7" className="fill-night" />
        <path d="M7 26V15.5a9 9 0 0 1 18 0V26" className="stroke-night-ink" />
        <path d="M11.5 20v-4.5a4.5 4.5 0 0 1 9 0V20Z" className="fill-lamp" />
        <path d="M9.5 22.75h13" className="stroke-night-ink" />
      </svg>
      <span
        className={`font-semibold font-serif text-ink text-xl leading-none tracking-tight ${yields ? 'max-[25rem]:hidden' : ''}`}
      >
        Guichet
      </span>
    </span>
  );
}
