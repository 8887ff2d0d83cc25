import * as z from 'zod/mini';

interface PersonTextFacts {
  /** What a form accepts. */
  readonly schema: z.ZodMiniString;
  /** Stands in the forms of a person; else only lists state it. */
  readonly isTyped: boolean;
  /** Stands in the lists of a system and of a cohort, where somebody has one, and in their files. */
  readonly isListed: boolean;
}

/**
 * What an account says of a person beside name and address, a text each; null where it is not known. A line here is
 * stored in the column of `users` of the same name, told with the person and in the search, and written into its file.
 */
export const personTexts = {
  /** The registrar's number of the person. */
  studentNumber: { schema: line(50), isTyped: false, isListed: true },
  profession: { schema: line(200), isTyped: true, isListed: false },
} as const satisfies Record<string, PersonTextFacts>;

function line(longest: number) {
  return z.string().check(z.trim(), z.maxLength(longest, 'maxLength'), z.regex(/^\P{Cc}*$/u, 'invalid'));
}

export type PersonText = keyof typeof personTexts;
type TextThat<Fact extends 'isTyped' | 'isListed'> = {
  [Name in PersonText]: (typeof personTexts)[Name][Fact] extends true ? Name : never;
}[PersonText];
export type TypedText = TextThat<'isTyped'>;
export type ListedText = TextThat<'isListed'>;

export const personTextNames = Object.keys(personTexts) as PersonText[];
export const typedTexts = personTextNames.filter((name): name is TypedText => personTexts[name].isTyped);
export const listedTexts = personTextNames.filter((name): name is ListedText => personTexts[name].isListed);

/** The same for each of these texts. */
export function textsAs<Name extends PersonText, T>(
  names: readonly Name[],
  of: (name: Name) => T,
): Record<Name, T> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, T>;
}

const told = z._default(z.nullable(z.string()), null);

/** Fields of a reply. */
export const toldTexts = textsAs(personTextNames, () => told);
export const toldListedTexts = textsAs(listedTexts, () => told);

/** Fields of a form: an empty text is none, one that is not there changes nothing. */
export const statedTexts = textsAs(typedTexts, (name) => z.optional(z.nullable(personTexts[name].schema)));
export type StatedTexts = Readonly<Partial<Record<TypedText, string | null | undefined>>>;
