import { navigate } from '../../platform/address/location.ts';
import { addressInLanguage } from '../../platform/i18n/addressLanguage.ts';
import { setLanguage } from '../../platform/i18n/languageStore.ts';
import { useLanguage, useT } from '../../platform/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';

/** Switches to the other language on the same page; labelled in that language. */
export function LanguageToggle() {
  const t = useT();
  const other = useLanguage() === 'fr' ? 'en' : 'fr';

  async function change() {
    await setLanguage(other);
    // An address with a language would otherwise restore the old one.
    const address = addressInLanguage(location, other);
    if (address !== location.pathname + location.search) navigate(address, 'replace');
  }

  return (
    <div className="flex justify-end sm:min-w-24">
      <Button variant="quiet" lang={other} onClick={change}>
        {t('Shell.OtherLanguage')}
      </Button>
    </div>
  );
}
