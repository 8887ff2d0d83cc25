/** A name that breaks between its words only: « Jean-Paul » not after its hyphen, unless it is longer than the line. */
export function WholeName({ name }: { name: string }) {
  return name.split(/(?<= )/).map((word, at) =>
    word.includes('-') ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of one name
      <span key={at} className="inline-block whitespace-pre-wrap">
        {word}
      </span>
    ) : (
      word
    ),
  );
}
