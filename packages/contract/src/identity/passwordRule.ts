import * as z from 'zod/mini';

const specials = '!@#$%^&*_';

/** The password rules of S5 by message key, in the order of the form. Length is in code points: an emoji counts once. */
export const passwordRules = [
  { key: 'requiredWithLenght', holds: (text: string) => [...text].length >= 8 && [...text].length <= 25 },
  { key: 'hasNumber', holds: (text: string) => /\d/.test(text) },
  { key: 'hasCapitalCase', holds: (text: string) => /\p{Lu}/u.test(text) },
  { key: 'hasSmallCase', holds: (text: string) => /\p{Ll}/u.test(text) },
  { key: 'hasSpecialCharacters', holds: (text: string) => [...text].some((char) => specials.includes(char)) },
] as const;

export function passwordFaults(text: string): string[] {
  if (text === '') return ['required'];
  return passwordRules.filter((rule) => !rule.holds(text)).map((rule) => rule.key);
}

/** The letters beside an address that the rule asks for anyhow: such as `Zoe#2027X`. */
const mostStrayLetters = 2;

/** Whether a password is more than the words of names and addresses with digits, signs and up to two letters: those are refused as near. */
export function isMoreThan(names: string, password: string): boolean {
  const words =
    plain(names)
      .replace(/@\S*/g, '')
      .match(/[a-z]{3,}|\d{5,}/g) ?? [];
  const typed = plain(password);
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), typed);
  return typed !== '' && (rest === typed || rest.replace(/[^a-z]/g, '').length > mostStrayLetters);
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Why a password that meets the rules is refused: it is common, or derived from names of person, systems or university. */
export const weakPasswordKeys = ['commonPassword', 'nearPassword'] as const;

/** A new password; each broken rule is one issue whose message is the message key. */
export const NewPassword = z.string().check((context) => {
  for (const key of passwordFaults(context.value)) {
    context.issues.push({ code: 'custom', message: key, input: context.value });
  }
});

/** The pair of fields of every form that sets a password: reset, admin change, new user (S5.9). */
export const newPasswordFields = { newPassword: NewPassword, confirmNewPassword: z.string() };

interface Passwords {
  newPassword: string | null;
  confirmNewPassword: string | null;
}

/** `mayBeNone`: whether the form does without a password, as null in both fields. */
export function confirmationMatches<T extends Passwords>(mayBeNone: (form: T) => boolean = () => false) {
  return z.check<T>((context) => {
    const { newPassword, confirmNewPassword } = context.value;
    const isNone = newPassword === null;
    if (confirmNewPassword === newPassword && (isNone ? mayBeNone(context.value) : newPassword !== ''))
      return;
    context.issues.push({
      code: 'custom',
      message: isNone || !confirmNewPassword ? 'required' : 'mustMatch',
      path: [isNone ? 'newPassword' : 'confirmNewPassword'],
      input: confirmNewPassword,
    });
  });
}
