const salutation =
  /^\s*(?:bonjour|bonsoir|allô|salut|hello|hi|dear|good (?:morning|afternoon|evening)|ch(?:er|ère)s?)(?!\p{L})[^,:!.\n]*(?:[,:!.]+|\n|$)/iu;
/** A title alone before a comma or on a line is a greeting; otherwise it begins a sentence. */
const title = /^\s*(?:mesdames|messieurs|madame|monsieur)(?!\p{L})(?: \S+?){0,2}\s*(?:,|\n|$)/iu;
const names = /^\s*(?:\{\{\s*(?:firstName|lastName)\s*\}\}[\s,:!.]*)+/u;

const mostBlocks = 3;
/** The end of a block of a text: a tag of HTML, an empty line of plain text. */
const ends = { html: /(?<=<\/(?:p|h[1-4])>)/, text: /(?<=\n\n)/ };

/** A text with a block of the portal's own after its greeting; a text without a greeting begins with the block. */
export function placeAfterGreeting(text: string, block: string, form: keyof typeof ends): string {
  const blocks = text.split(ends[form]);
  const at = blocks.slice(0, mostBlocks).findIndex(isGreeting);
  return blocks.toSpliced(at + 1, 0, block).join('');
}

function isGreeting(block: string): boolean {
  const words = block.replace(/<[^<>]*>/g, '').trim();
  return words !== '' && withoutGreeting(words).trim() === '';
}

/** Removes « Bonjour {{firstName}}, »; « Madame, Monsieur, » takes two steps. */
function withoutGreeting(text: string): string {
  const greeting = salutation.exec(text) ?? title.exec(text);
  if (!greeting || greeting[0] === '') return text;
  return withoutGreeting(text.slice(greeting[0].length).replace(names, ''));
}

/** Characters of HTML that contain at least the first 140 letters, links excluded. */
const beginningLength = 4000;

/** The first words after the greeting, which inboxes show, no placeholder cut. '': only a greeting. */
export function cutPreheader(text: string): string {
  const words = withoutGreeting(text.slice(0, beginningLength).replace(/<[^<>]*>/g, ''))
    // No-break spaces stay: « Lieu : » breaks nowhere before its colon.
    .replace(/[^\S\u00A0\u202F]+/g, ' ')
    .trim()
    .split(' ');
  let start = '';
  for (const word of words) {
    if (start.length + word.length > 140) break;
    start += `${word} `;
  }
  return start.trim();
}
