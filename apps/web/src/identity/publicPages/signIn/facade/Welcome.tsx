export interface WelcomeProps {
  title: string;
  /** Undefined while loading: the usual space is reserved before and after, so that the sign-in button does not move. */
  words?: string | null | undefined;
}

export function Welcome({ title, words }: WelcomeProps) {
  return (
    <div>
      <h1 tabIndex={-1} className="wrap-anywhere min-h-[1.12em] font-serif text-3xl text-ink tracking-tight">
        {title}
      </h1>
      {words === undefined && <div className="mt-3 min-h-[3lh] text-lg" />}
      {words && (
        <p className="wrap-anywhere mt-3 min-h-[3lh] whitespace-pre-line text-lg text-muted">{words}</p>
      )}
    </div>
  );
}
