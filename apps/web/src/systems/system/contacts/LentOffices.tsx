import { type Language, languages } from '@guichet/contract/core/language';
import { listMailFrames } from '@guichet/contract/systems/systems';
import { query, useQuery } from '../../../core/call/query.ts';
import { useTexts } from '../../../core/i18n/formats.ts';
import { findLentLanguage } from '../../../core/parts/mails/MailTextFields.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

interface LentOfficesProps {
  /** The only system and the language of its mail, for a preview; by default all systems of the reader. */
  of?: { readonly systemId: number; readonly language: Language };
}

/** Warns of systems whose mails name the office in the other language, since it stands in one alone. */
export function LentOffices({ of }: LentOfficesProps) {
  const { t, list } = useTexts();
  const { systems = [], university = null } = useQuery(query(listMailFrames)).data ?? {};
  const lentOf = (language: Language) =>
    systems.filter((one) => {
      const office = one.officeFr || one.officeEn ? one : university;
      return (!of || of.systemId === one.id) && office && findLentLanguage(office) === language;
    });
  return languages
    .filter((language) => (!of || of.language === language) && lentOf(language).length > 0)
    .map((language) => (
      <Notice key={language} tone="warning">
        {t(`Contacts.Lent.${language}`, { systems: list(lentOf(language).map(({ name }) => name)) })}
      </Notice>
    ));
}
