import { escapeHtml } from '@guichet/contract/core/html';
import type { Language } from '@guichet/contract/core/language';
import { telephoneHref } from '@guichet/contract/core/telephone';
import type { FoundOffice, OfficeContact } from '@guichet/contract/systems/systems.office';

/**
 * How to reach an office as HTML, or what stands there where nothing is set. `mould`: what the build rendered in this language
 * (apps/web/build/renderSignIn.mjs), each part between two comments of its name, each text as `{{name}}`.
 */
export function drawOffice(
  mould: string,
  language: Language,
  { programs = [], ...ways }: FoundOffice,
): string {
  const office = programs.length === 0 && isReachable(ways) ? [ways] : [];
  const drawn = repeatPart(mould, 'one', office, (part) => drawWays(part, language, ways));
  const isUnknown = programs.length === 0 && office.length === 0;
  const known = repeatPart(drawn, 'none', isUnknown ? [ways] : [], (part) => part);
  return repeatPart(known, 'programs', programs.slice(0, 1), (list) =>
    repeatPart(list, 'program', programs, (part, program) =>
      drawWays(part, language, program, program.title[language]),
    ),
  );
}

function isReachable({ email, phone, office }: OfficeContact): boolean {
  return Boolean(email || phone || office);
}

function drawWays(part: string, language: Language, { email, phone, office }: OfficeContact, name = '') {
  const texts = { email, phone, place: office?.[language] };
  const drawn = Object.entries(texts).reduce(
    (rest, [way, text]) => repeatPart(rest, way, text ? [text] : [], (inside) => inside),
    part,
  );
  const values: Readonly<Record<string, string>> = {
    name: escapeHtml(name),
    address: escapeHtml(encodeURI(email ?? '')),
    email: escapeHtml(email ?? '').replace(/[@.]/g, '$&<wbr>'),
    call: escapeHtml(telephoneHref(phone ?? '')),
    phone: escapeHtml(phone ?? ''),
    place: escapeHtml(texts.place ?? ''),
  };
  // In one pass: a text that somebody typed may itself contain braces.
  return drawn.replace(/{{(\w+)}}/g, (_, text: string) => values[text] ?? '');
}

/** The mould with a part once for each of `items`. */
function repeatPart<Item>(
  mould: string,
  name: string,
  items: readonly Item[],
  draw: (part: string, item: Item) => string,
): string {
  const [before = '', part = '', after = ''] = mould.split(`<!--${name}-->`);
  return before + items.map((item) => draw(part, item)).join('') + after;
}
