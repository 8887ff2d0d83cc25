/** Prefixes of the portal's settings: an unknown variable with such a prefix is reported as misspelt. */
const ourPrefixes = [
  'DATABASE_',
  'SMTP_',
  'IMAP_',
  'RETURN_',
  'CLAMD_',
  'BOOTSTRAP_',
  'LEARNING_',
  'MOODLE_',
  'BRIGHTSPACE_',
  'UNIVERSITY_',
  'REDIRECT_',
  'CONCEAL_',
  'SIGN_INS_',
  'DRAIN_',
  'TRUSTED_',
  'METRICS_',
  'REQUIRE_',
];

/** Settings of the portal alone: a name one slip away is reported as misspelt too, where it spoils the prefix. */
const oursAlone = [
  'DATABASE_URL',
  'REPLICA_URL',
  'DATA_DIR',
  'SMTP_URL',
  'IMAP_URL',
  'PUBLIC_URL',
  'SECRET_KEY',
  'TRUSTED_PROXIES',
  'BOOTSTRAP_ADMIN_EMAIL',
  'BOOTSTRAP_ADMIN_PASSWORD',
];

/** Only `npm run platform-check` needs this variable; the portal never does. */
const notOurs = ['MOODLE_ADMIN_TOKEN'];

/** Whether a variable of the environment bears a name that only settings of the portal have, or one slip away from it. */
export function isNamedAsOurs(name: string): boolean {
  if (oursAlone.some((known) => isOneSlip(known, name))) return true;
  return ourPrefixes.some((prefix) => name.startsWith(prefix)) && !notOurs.includes(name);
}

/** Names that are none of `known`, but one slip of the keyboard away from one of them. */
export function findSlips(names: readonly string[], known: readonly string[]) {
  return names.flatMap((name) => {
    const meant = known.includes(name) ? undefined : known.find((each) => isOneSlip(each, name));
    return meant ? [{ name, meant }] : [];
  });
}

/** Whether two letters changed places or, in names too long to resemble others by chance, one is missing, added or another. */
function isOneSlip(known: string, name: string): boolean {
  const at = [...known].findIndex((letter, index) => letter !== name[index]);
  const [rest, other] = at < 0 ? ['', name.slice(known.length)] : [known.slice(at), name.slice(at)];
  const isSwapped = rest.length > 1 && `${rest[1]}${rest[0]}${rest.slice(2)}` === other;
  const isSlip = rest.slice(1) === other.slice(1) || rest.slice(1) === other || rest === other.slice(1);
  return isSwapped || (known.length > 5 && isSlip);
}

/** Whether two names differ in at most two letters. */
export function isNear(known: string, name: string): boolean {
  return countApart(known, name) <= 2;
}

/** The one of `known` that differs least from a name, by at most two letters. */
export function findNearest(known: readonly string[], name: string): string | undefined {
  const [nearest] = known.toSorted((a, b) => countApart(a, name) - countApart(b, name));
  return nearest && isNear(nearest, name) ? nearest : undefined;
}

/** How many letters of `known` a name lacks, whatever their order, or by how many one is longer, whichever is more. */
function countApart(known: string, name: string): number {
  const rest = [...known];
  for (const char of name) {
    const at = rest.indexOf(char);
    if (at >= 0) rest.splice(at, 1);
  }
  return Math.max(rest.length, Math.abs(known.length - name.length));
}
