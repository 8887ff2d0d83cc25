import * as z from 'zod/mini';

interface PersonTextFacts {
  /** The most characters, in forms and lists of candidates. */
  readonly maxLength: number;
  /** Whether the lists of a system and of an exam, and their files, have the text, when a person has it. */
  readonly isListed: boolean;
}

/**
 * Optional text fields of a person, null when unknown. Each text is stored in the column of `users` of the
 * same name, returned with the person and in the search, and exported.
 */
export const personTexts = {
  studentNumber: { maxLength: 50, isListed: true },
  profession: { maxLength: 200, isListed: false },
} as const satisfies Record<string, PersonTextFacts>;

export type PersonText = keyof typeof personTexts;
export type ListedText = {
  [Name in PersonText]: (typeof personTexts)[Name]['isListed'] extends true ? Name : never;
}[PersonText];

export const personTextNames = Object.keys(personTexts) as PersonText[];
export const listedTexts = personTextNames.filter((name): name is ListedText => personTexts[name].isListed);

export function textsAs<Name extends PersonText, T>(
  names: readonly Name[],
  of: (name: Name) => T,
): Record<Name, T> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, T>;
}

const replyText = z._default(z.nullable(z.string()), null);

export const replyTexts = textsAs(personTextNames, () => replyText);
export const listedReplyTexts = textsAs(listedTexts, () => replyText);

/** The fields of a form: an empty text clears the field, an absent text leaves it as it is. */
export const formTexts = textsAs(personTextNames, (name) =>
  z.optional(z.nullable(line(personTexts[name].maxLength))),
);
export type FormTexts = Readonly<Partial<Record<PersonText, string | null | undefined>>>;

function line(longest: number) {
  return z
    .string()
    .check(
      z.trim(),
      z.maxLength(longest, 'maxLength'),
      z.regex(/^\P{Cc}*$/u, 'invalid'),
      z.overwrite(withoutGaps),
    );
}

/** Reads `0300 123 456` as the number `0300123456`, as lists do. */
function withoutGaps(text: string): string {
  return /^\d[\d ]*$/.test(text) ? text.replaceAll(' ', '') : text;
}
