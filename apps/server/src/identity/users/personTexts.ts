import { fold } from '@guichet/contract/core/fold';
import {
  type FormTexts,
  type PersonText,
  personTextNames,
  textsAs,
} from '@guichet/contract/core/personTexts';
import type { ColumnOf, Schema } from '../../core/database/schema/schema.ts';
import type { Stated } from './guests/guests.queries.ts';

export function personColumn<Name extends PersonText>(name: Name): ColumnOf<Name> {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as ColumnOf<Name>;
}

type Selected<Table extends string, Name extends PersonText> = {
  [N in Name]: `${Table}.${ColumnOf<N>} as ${N}`;
}[Name];

/** Select expressions for these texts; `table` is the alias of `users` in the query. */
export function selectTexts<const Table extends string, Name extends PersonText>(
  table: Table,
  names: readonly Name[],
) {
  return names.map((name) => `${table}.${personColumn(name)} as ${name}` as Selected<Table, Name>);
}

/** The texts of a form, trimmed; a blank text becomes null. */
export function cleanTexts(stated: FormTexts): Partial<Record<keyof FormTexts, string | null>> {
  const given = personTextNames.filter((name) => stated[name] !== undefined);
  return Object.fromEntries(
    given.map((name) => [name, fold(stated[name] ?? '') === '' ? null : stated[name]?.trim()]),
  );
}

type Columns = Partial<Pick<Schema['users'], ColumnOf<keyof FormTexts> | 'profession_key'>>;

/** The texts as columns of `users`, with the folded key by which a profession is found and sorted. */
export function textColumns(texts: ReturnType<typeof cleanTexts>): Columns {
  const columns = Object.entries(texts).map(([name, text]) => [personColumn(name as PersonText), text]);
  const { profession } = texts;
  return {
    ...Object.fromEntries(columns),
    ...(profession !== undefined && { profession_key: profession === null ? null : fold(profession) }),
  };
}

/** The texts of a person as the reader's own list or form stated them; `stated` null: the texts of the account. */
export function textsAsStated<Name extends PersonText>(
  names: readonly Name[],
  person: Readonly<Record<Name, string | null>>,
  stated: Stated | null,
): Record<Name, string | null> {
  return textsAs(names, (name) => (stated ? (stated[personColumn(name)] ?? null) : person[name]));
}

export function languageAsStated(stated: Stated): 'fr' | 'en' | null {
  return stated.language === 'fr' || stated.language === 'en' ? stated.language : null;
}
