import type { Form, FormValue } from './form.ts';
import { invalidParameter } from './refusals.ts';

/** The kinds of values that the functions take; `?` for those that may be left out. */
type Kind = 'int' | 'text' | 'username' | 'email' | 'notags';
type Fields = Readonly<Record<string, Kind | `${Kind}?`>>;

const isValid: Record<Kind, (text: string) => boolean> = {
  int: (text) => /^-?\d+$/.test(text),
  text: () => true,
  username: (text) => /^[-.@_a-z0-9]+$/.test(text),
  email: isAddress,
  // PHP's strip_tags would take something away.
  notags: (text) => !/<(?!\s)/.test(text),
};

/** What Moodle takes: no letters outside ASCII, no domain without a dot or of digits, no dots in a row. */
export function isAddress(text: string): boolean {
  const [, local = '', domain = ''] = text.match(/^([^@]+)@([^@]+)$/) ?? [];
  return (
    local.length <= 64 &&
    /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(local) &&
    /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+(?!\d+$)[a-z0-9-]+$/i.test(domain)
  );
}

/** Checks one object of parameters as Moodle does before a function runs. @throws Refusal `invalidparameter` */
export function readFields(value: FormValue | undefined, fields: Fields): Record<string, string | undefined> {
  if (typeof value !== 'object') throw invalidParameter('an object was expected');
  const unknown = Object.keys(value).find((name) => !(name in fields));
  if (unknown !== undefined)
    throw invalidParameter(`Unexpected keys (${unknown}) detected in parameter array.`);
  const read: Record<string, string | undefined> = {};
  for (const [name, kind] of Object.entries(fields)) {
    const given = value[name];
    if (given === undefined) {
      if (!kind.endsWith('?')) throw invalidParameter(`Missing required key in single structure: ${name}`);
      continue;
    }
    if (typeof given !== 'string' || !isValid[kind.replace('?', '') as Kind](given))
      throw invalidParameter(`${name} => Invalid parameter value detected`);
    read[name] = given;
  }
  return read;
}

/** `options[0][name]`, `options[0][value]`: as an object. */
export function readOptions(value: FormValue | undefined): Record<string, string> {
  const options = Object.values((value ?? {}) as Form).map((option) =>
    readFields(option, { name: 'text', value: 'text' }),
  );
  return Object.fromEntries(options.map(({ name = '', value = '' }) => [name, value]));
}
