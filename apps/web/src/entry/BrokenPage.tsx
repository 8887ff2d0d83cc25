import { useT } from '../core/i18n/useT.ts';
import { Button } from '../ui/buttons/Button.tsx';

export function BrokenPage() {
  const t = useT();
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-3 p-12 text-center">
      <p className="font-serif text-xl">{t('Failure.Unknown')}</p>
      <Button onClick={() => location.reload()}>{t('Failure.Reload')}</Button>
    </div>
  );
}
