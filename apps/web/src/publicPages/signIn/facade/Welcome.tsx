export interface WelcomeProps {
  title: string;
  words?: string | null | undefined;
}

export function Welcome({ title, words }: WelcomeProps) {
  return (
    <div>
      <h1 tabIndex={-1} className="wrap-anywhere min-h-[1.12em] font-serif text-3xl text-ink tracking-tight">
        {title}
      </h1>
      {words && <p className="wrap-anywhere mt-3 whitespace-pre-line text-lg text-muted">{words}</p>}
    </div>
  );
}
