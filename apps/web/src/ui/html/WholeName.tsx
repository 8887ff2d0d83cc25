/** A name that breaks between its words only: « Jean-Paul » not after its hyphen, unless it is longer than the line. */
export function WholeName({ name }: { name: string }) {
  if (!name.includes('-')) return name;
  return (
    <span translate="no">
      {name.split(/(?<= )/).map((word, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of one name
        <span key={at} className="inline-block whitespace-pre-wrap">
          {word}
        </span>
      ))}
    </span>
  );
}
