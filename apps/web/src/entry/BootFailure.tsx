import { Button } from '../ui/Button.tsx';

/** Shown when even the texts could not be loaded; hence its words stand here, in both languages. */
export function BootFailure() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-3 p-6">
      <h1 className="font-serif text-2xl">Le portail ne répond pas</h1>
      <p>Vérifiez votre connexion, puis rechargez la page.</p>
      <p lang="en" className="text-muted">
        The portal does not answer. Check your connection, then reload the page.
      </p>
      <div className="mt-2">
        <Button variant="primary" onClick={() => location.reload()}>
          Recharger / <span lang="en">Reload</span>
        </Button>
      </div>
    </main>
  );
}
