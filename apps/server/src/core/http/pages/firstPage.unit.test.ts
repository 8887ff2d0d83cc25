import { describe, expect, it } from 'vitest';
import { firstPageFor, makeFirstPages, systemOfPage } from './firstPage.ts';

const built = `<html lang="fr"><head></head><div id="root"><!--sign-in fr-->Bonjour de {{university}}{{office}}<!--sign-in en-->Hello from
{{university}}{{office}}<!--password fr--><h1>Choisir</h1><!--password en--><h1>Choose</h1><!--no sign-in--><template></template><!--/sign-in--></div><!--office fr--><!--one-->Aide : <!--place-->{{place}}<!--place--><!--one--><!--programs--><!--programs--><!--office en--><!--one-->Help: <!--place-->{{place}}<!--place--><!--one--><!--programs--><!--programs--><!--/office--></html>`;

describe('the first page', () => {
  it('holds sign-in in one language, or none', () => {
    const pages = makeFirstPages(built, { fr: 'l’Université', en: 'R&amp;D $&' }, null);
    expect(String(pages.bare.text)).toBe(
      '<html lang="fr"><head></head><div id="root"><template></template></div></html>',
    );
    expect(String(pages.fr.text)).toContain('<div id="root">Bonjour de l’Université</div>');
    expect(String(pages['password fr'].text)).toContain(
      '<html lang="fr"><head></head><div id="root"><h1>Choisir</h1><template></template></div>',
    );
    expect(String(pages['password en'].text)).toContain(
      '<html lang="en"><head></head><div id="root"><h1>Choose</h1>',
    );
    expect(String(pages.en.text)).toContain('<html lang="en">');
    expect(String(pages.en.text)).toContain('<div id="root">Hello from\nR&amp;D $&</div>');
  });

  it('names the office: sign-in at once in its language, and every page for its script in both', () => {
    const place = { fr: 'Pavillon A {{university}}', en: 'Hall A $1' };
    const pages = makeFirstPages(built, { fr: 'U', en: 'U' }, { email: null, phone: null, office: place });
    const inScripts =
      '<template id="office-fr">Aide : Pavillon A {{university}}</template><template id="office-en">Help: Hall A $1</template></html>';
    expect(String(pages.fr.text)).toContain(`Bonjour de UAide : Pavillon A {{university}}</div>${inScripts}`);
    expect(String(pages.en.text)).toContain(`UHelp: Hall A $1</div>${inScripts}`);
    expect(String(pages.bare.text)).toContain(`<template></template></div>${inScripts}`);
    const none = makeFirstPages(built, { fr: 'U', en: 'U' }, { email: null, phone: null, office: null });
    expect(String(none.bare.text)).toContain('<template id="office-fr"></template>');
  });

  it.each([
    ['/login', null],
    ['/login?systemId=3', 3],
    ['/forgot-password?lang=en&systemId=999999999', 999_999_999],
    ['/login?systemId=', null],
    ['/login?systemId=0', null],
    ['/login?systemId=03', null],
    ['/login?systemId=1e2', null],
    ['/login?systemId=1234567890', null],
    ['/login?systemId=3&systemId=4', 3],
    ['/login?systemId=%3Cscript%3E', null],
    ['/login?%', null],
  ] as const)('of %s names the office of system %o', (url, expected) => {
    expect(systemOfPage({ url })).toBe(expected);
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
    ['/fr/reset-password?t=a.b&u=zoe%40x.ca', { 'guichet.language': 'en' }, 'password fr'],
    ['/reset-password?t=a.b&u=zoe%40x.ca&lang=en&systemId=3', {}, 'password en'],
    ['/reset-password?u=zoe%40x.ca', {}, 'bare'],
    ['/home', { 'guichet.language': 'en' }, 'bare'],
    ['/', {}, 'bare'],
  ] as const)('of %s with %o is %s', (url, cookies, expected) => {
    expect(firstPageFor({ url, cookies })).toBe(expected);
  });
});
