/** RFC 5321 atext without « ? », which stands in lists for a letter that was lost. */
const localSign = /[A-Za-z0-9!#$%&'*+/=^_`{|}~.-]/;
const local = /^(?!=)[A-Za-z0-9!#$%&'*+/=^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=^_`{|}~-]+)*(?<!')$/;
/**
 * A quoted local part (RFC 5321): printable ASCII, blanks too. Without « \ », « " », « @ » and angle brackets within, which mail
 * programs and servers read in more than one way.
 */
const quotedSign = /[ !#-;=A-Z[\]^-~]/;
const quoted = /^"[ !#-;=A-Z[\]^-~]{1,62}"$/;
/** Labels of any alphabet (RFC 5890). */
const domainSign = /[\p{L}\p{M}\p{N}.-]/u;
const domain =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?:[A-Za-z]{2,63}|xn--[a-z0-9-]{2,59}|[^\0-\u007f]{2,63})$/iu;
const maxLength = 254;
const localMaxLength = 64;

/** Whether mail can be sent to an address; its domain may be of any alphabet (RFC 5321, RFC 5890), its name quoted. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || at > localMaxLength || text.length > maxLength) return false;
  const name = text.slice(0, at);
  return (local.test(name) || isQuoted(name)) && domain.test(text.slice(at + 1));
}

/** Whether a name is quoted, and could not do without: else one mailbox would have two spellings. */
function isQuoted(name: string): boolean {
  return quoted.test(name) && !local.test(name.slice(1, -1));
}

/** The first character that may not stand where it does in an address; null if there is none, or no single « @ ». */
export function findStrangeSign(text: string): string | null {
  const [name, host, more] = text.split('@');
  if (name === undefined || host === undefined || more !== undefined) return null;
  const ofName = /^".+"$/.test(name) && !local.test(name.slice(1, -1)) ? quotedSign : localSign;
  const inner = ofName === quotedSign ? name.slice(1, -1) : name;
  return (
    [...inner].find((sign) => !ofName.test(sign)) ?? [...host].find((sign) => !domainSign.test(sign)) ?? null
  );
}
