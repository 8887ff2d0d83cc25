import { useT } from '../../platform/i18n/useT.ts';
import { Disclosure } from '../../ui/layout/Disclosure.tsx';

const questions = ['1', '2', '3', '4'] as const;

export function Questions() {
  const t = useT();
  return (
    <section aria-labelledby="faq" className="border-line border-t pt-5">
      <h2 id="faq" className="pb-1 font-semibold text-muted text-sm">
        {t('LoginPage.Faq.Title')}
      </h2>
      {questions.map((number) => (
        <Disclosure key={number} name="faq" summary={t(`LoginPage.Faq.${number}.Question`)}>
          {t(`LoginPage.Faq.${number}.Answer`)}
        </Disclosure>
      ))}
    </section>
  );
}
