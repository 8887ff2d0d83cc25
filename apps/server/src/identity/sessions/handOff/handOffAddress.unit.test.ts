import { describe, expect, it } from 'vitest';
import { addToken, findRegistered } from './handOff.ts';

const registered = ['https://outil.example.ca/entree', 'http://localhost:8080/retour'];

describe('the target address of a hand-off', () => {
  it.each([
    ['https://outil.example.ca/entree', registered[0]],
    ['https://outil.example.ca/entree?cours=3#haut', registered[0]],
    ['HTTPS://OUTIL.example.CA:443/entree', registered[0]],
    ['https://outil.example.ca/autre/../entree', registered[0]],
    ['http://localhost:8080/retour', registered[1]],
  ])('is registered as %s', (address, expected) => {
    expect(findRegistered(registered, address)).toBe(expected);
  });

  it.each([
    '',
    'entree',
    '/entree',
    '//outil.example.ca/entree',
    '//evil.example/entree',
    'https://outil.example.ca@evil.example/entree',
    'https://evil@outil.example.ca/entree',
    'https://evil:x@outil.example.ca/entree',
    'https://outil.example.ca.evil.example/entree',
    'https://evil.example/https://outil.example.ca/entree',
    'https:\\\\evil.example\\entree',
    'https://outil.example.ca\\@evil.example/entree',
    'http://outil.example.ca/entree',
    'https://outil.example.ca:8443/entree',
    'https://outil.example.ca./entree',
    'https://outil.example.ca/',
    'https://outil.example.ca/entree/',
    'https://outil.example.ca/Entree',
    'https://outil.example.ca/entree/plus',
    'https://outil.example.ca/entree/..',
    'https://outil.example.ca/entree;x',
    'https://outil.example.ca/entree%2F',
    'https://outil.example.ca/%65ntree',
    // The letter before the l is Cyrillic.
    'https://outіl.example.ca/entree',
    'http://localhost:8081/retour',
    'http://127.0.0.1:8080/retour',
    'javascript:location="https://outil.example.ca/entree"',
    'data:text/html,https://outil.example.ca/entree',
    'blob:https://outil.example.ca/entree',
    'https://',
    '\u0000https://evil.example/entree',
    'https:evil.example/entree',
    'https:/evil.example/entree',
    '/\\evil.example/entree',
    ' https://evil.example/entree',
    'https://evil.example#https://outil.example.ca/entree',
    'https://evil.example?https://outil.example.ca/entree',
    'https://outil.example.ca%2eevil.example/entree',
    'https://outil.example.ca%00.evil.example/entree',
    'https%3A%2F%2Foutil.example.ca%2Fentree',
    'https://2130706433/entree',
    'http://[::1]:8080/retour',
    'http://localhost.evil.example:8080/retour',
    'ftp://outil.example.ca/entree',
    'file:///outil.example.ca/entree',
    'vbscript:https://outil.example.ca/entree',
    'https://outil.example.ca/entree,https://evil.example/entree',
    'https://outil.example.ca/entree https://evil.example',
    `https://evil.example/${'a'.repeat(8000)}`,
  ])('is not registered as %j', (address) => {
    expect(findRegistered(registered, address)).toBeNull();
  });
});

describe('the token in an address', () => {
  it.each([
    ['https://a.example/x', 'https://a.example/x?d=T'],
    ['https://a.example/x?', 'https://a.example/x?d=T'],
    ['https://a.example/x?b=1&c=%20é+', 'https://a.example/x?b=1&c=%20%C3%A9+&d=T'],
    ['https://a.example/x?d=old&b=1&%64=older', 'https://a.example/x?b=1&d=T'],
    ['https://a.example/x?b=1#haut?d=2', 'https://a.example/x?b=1&d=T#haut?d=2'],
  ])('S4.24 %s becomes %s', (address, expected) => {
    expect(addToken(address, 'T')).toBe(expected);
  });
});
