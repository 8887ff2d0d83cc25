const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Sites cut what they repeat, such as PHP the arguments of a stack trace, so a beginning so long is masked too. */
const longBeginning = 12;

/** The text with these secrets masked, in every form in which a request, a page or JSON writes them. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap((secret) => {
    const inJson = JSON.stringify(secret).slice(1, -1);
    const inAddress = encodeURIComponent(secret);
    const inSmallLetters = inAddress.replace(/%../g, (code) => code.toLowerCase());
    const inPage = secret.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
    return [
      ...[secret, inPage, inJson, inJson.replaceAll('/', '\\/')],
      ...[inAddress, inSmallLetters].flatMap((form) => [form, form.replaceAll('%20', '+')]),
    ];
  });
  // A short secret may be a part of common words.
  const told = forms.filter((form) => form.length >= 6);
  return [...Map.groupBy(told, (form) => form.slice(0, longBeginning))].reduce(maskAfter, text);
}

function maskAfter(text: string, [beginning, forms]: readonly [string, readonly string[]]): string {
  const [before = '', ...after] = text.split(beginning);
  const rests = forms.map((form) => form.slice(longBeginning));
  const tails = after.map((part) => part.slice(Math.max(...rests.map((rest) => sameLength(part, rest)))));
  return [before, ...tails].join('«…»');
}

function sameLength(text: string, other: string): number {
  let length = 0;
  while (length < other.length && text[length] === other[length]) length += 1;
  return length;
}
