import { type Language, languages, otherLanguage } from '@guichet/contract/core/language';
import type { MailForecast, TextForReaders } from '@guichet/contract/exams/notices.invitations';
import type { MessageKind } from '@guichet/contract/mail/messages';
import { useTexts } from '../../../../core/i18n/formats.ts';

/** A mail about an exam, and its readers. */
export interface ForecastMail {
  kind?: MessageKind | undefined;
  systemId: number;
  examId: number;
  /** The languages of the people who would get the mail. */
  readers: readonly Language[];
  /** The forecast of a list, which knows whom it gives no value. */
  ofList?: MailForecast | null | undefined;
  /** Whether to ask as well about what the exam has not yet: where no preview has said it in a step before. */
  asksOfMissing?: boolean;
  /** Further sentences of the question. */
  also?: readonly string[];
}

/** The columns of lists that the texts name, with how many readers have no value; null: it is not known who they are. */
function columnsWithoutValue(texts: readonly TextForReaders[]): [string, number | null][] {
  const byColumn = Map.groupBy(
    texts.flatMap(({ withoutValue }) => withoutValue),
    ({ column }) => column,
  );
  return [...byColumn].map(([column, found]) => {
    const isUnknown = found.some(({ people }) => people === null);
    return [column, isUnknown ? null : found.reduce((sum, { people }) => sum + (people ?? 0), 0)];
  });
}

/**
 * The words for what a mail lacks for its readers. `wrong` is asked about before the mail leaves: its readers could not
 * use it. `missing` is only said: the mail goes without.
 */
export function useForecastWords() {
  const { t, list } = useTexts();
  return (
    data: MailForecast,
    {
      kind = 'invitation',
      readers,
      ofList,
    }: Pick<ForecastMail, 'readers' | 'ofList'> & { kind?: MessageKind | 'letter' | undefined },
  ) => {
    const told = languages.filter((reader) => readers.includes(reader));
    const lacking = (of: (text: TextForReaders) => boolean) => told.filter((reader) => of(data[reader]));
    const isSame = data.fr.facts.join() === data.en.facts.join();
    const withoutFacts = lacking(({ facts }) => facts.length > 0);
    const older = languages.filter((language) =>
      lacking(({ isOlder }) => isOlder).some((reader) => data[reader].language === language),
    );
    const factsOf = (reader: Language, which: 'facts' | 'inOtherLanguage') =>
      list(data[reader][which].map((fact) => t(`MailForecast.${fact}`)));
    return {
      wrong: [
        // A forecast of an exam that is over has no readers.
        ...(data.isExamOver ? [t('MailForecast.Over')] : []),
        ...lacking(({ language }) => language === null)
          .slice(0, 1)
          .map(() => t('MailForecast.NoText')),
        ...told
          .filter((reader) => data[reader].language === otherLanguage(reader))
          .map((reader) => t(`MailForecast.Other.${reader}`)),
        ...lacking(({ inOtherLanguage }) => inOtherLanguage.length > 0).map((reader) =>
          t(`MailForecast.Translated.${data[reader].language ?? reader}`, {
            facts: factsOf(reader, 'inOtherLanguage'),
          }),
        ),
        ...older.map((language) => t(`MailForecast.Older.${language}`)),
        ...columnsWithoutValue(told.map((reader) => (ofList ?? data)[reader])).map(([column, people]) =>
          people === null
            ? t('MailForecast.ListUnknown', { column })
            : t('MailForecast.ListEmpty', { column, count: people }),
        ),
      ],
      missing: [
        ...withoutFacts
          .slice(0, isSame ? 1 : undefined)
          .map((reader) =>
            t(`MailForecast.${kind}.${isSame ? 'both' : reader}`, { facts: factsOf(reader, 'facts') }),
          ),
        ...lacking(({ lacksFile }) => lacksFile).map((reader) => t(`MailForecast.NoFile.${reader}`)),
      ],
    };
  };
}
