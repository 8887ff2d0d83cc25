import { describe, expect, it } from 'vitest';
import { firstPageFor, makeFirstPages } from './firstPage.ts';

const built = `<html lang="fr"><head></head><div id="root"><!--sign-in fr-->Bonjour de {{university}}<!--sign-in en-->Hello from
{{university}}<!--no sign-in--><template></template><!--/sign-in--></div></html>`;

describe('the first page', () => {
  it('holds sign-in in one language, or none', () => {
    const pages = makeFirstPages(built, { fr: 'l’Université', en: 'R&amp;D $&' });
    expect(String(pages.bare.text)).toBe(
      '<html lang="fr"><head></head><div id="root"><template></template></div></html>',
    );
    expect(String(pages.fr.text)).toContain('<div id="root">Bonjour de l’Université</div>');
    expect(String(pages.en.text)).toContain('<html lang="en">');
    expect(String(pages.en.text)).toContain('<div id="root">Hello from\nR&amp;D $&</div>');
  });

  it.each([
    ['/login', {}, 'fr'],
    ['/account/login/', {}, 'fr'],
    ['/en/Login', {}, 'en'],
    ['/login?lang=en', {}, 'en'],
    ['/login', { 'guichet.language': 'en' }, 'en'],
    ['/fr/login', { 'guichet.language': 'en' }, 'fr'],
    ['/login', { 'guichet.language': '<script>' }, 'fr'],
    ['/login?systemId=3', {}, 'bare'],
    ['/login?redirect_uri=https://example.ca', {}, 'bare'],
    ['/home', { 'guichet.language': 'en' }, 'bare'],
    ['/', {}, 'bare'],
  ] as const)('of %s with %o is %s', (url, cookies, expected) => {
    expect(firstPageFor({ url, cookies })).toBe(expected);
  });
});
