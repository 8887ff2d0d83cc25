import { placeholders } from '@guichet/contract/mail/messages';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AppError } from '../../../core/runtime/errors.ts';
import { cleanBody } from '../../richText/cleanBody.ts';
import { attachmentName } from '../attachments/attachmentKind.ts';
import { checkPlaceholders } from './cleanText.ts';

describe('the placeholders of a message', () => {
  const texts = (count: number, name: string) => `<p>${`{{${name}}} `.repeat(count)}</p>`;

  test('may stand as often as any text needs them', () => {
    for (const text of [texts(30, 'examInstructions'), texts(500, 'firstName')])
      expect(checkPlaceholders(text, 'body')).toBe(text);
  });

  test.each(['examInstructions', 'email', 'examPlace'])(
    '{{%s}} is refused where it makes a text too long',
    (name) => {
      expect(() => checkPlaceholders(texts(9_500, name), 'body')).toThrow('message.growsTooLong');
    },
  );
});

describe('the body of a message', () => {
  test.each([
    ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
    ['a style sheet', '<style>p{}</style><p>a</p>', '<p>a</p>'],
    ['a remote image (tracking)', '<p>a<img src="https://x.ca/p.gif"></p>', '<p>a</p>'],
    ['an event', '<p onclick="x()">a</p>', '<p>a</p>'],
    ['a comment', '<p>a<!-- [if mso]> --></p>', '<p>a</p>'],
    ['a form', '<form action="https://x.ca"><input name="a"></form><p>a</p>', '<p>a</p>'],
    [
      'a style that covers the page',
      '<p style="position:fixed;top:0;color:#fff">a</p>',
      '<p style="color:#fff">a</p>',
    ],
    ['a style that loads a URL', '<p style="background-color:url(https://x.ca)">a</p>', '<p>a</p>'],
    ['a script in a link', '<a href="java\tscript:alert(1)">a</a>', '<a>a</a>'],
    ['data in a link', '<a href="data:text/html,x">a</a>', '<a>a</a>'],
    ['a link without a scheme', '<a href="//x.ca">a</a>', '<a>a</a>'],
    ['a name as a link', '<a href="{{firstName}}">a</a>', '<a>a</a>'],
    ['a token in an external link', '<a href="https://x.ca/?{{setPasswordUrl}}">a</a>', '<a>a</a>'],
  ])('loses %s', (_what, dirty, clean) => {
    expect(cleanBody(dirty)).toBe(clean);
  });

  test.each([
    '<h2>Titre</h2><p>Un <strong>mot</strong>, <em>un</em> <u>autre</u><br />fin</p>',
    '<ul><li>un</li></ul><ol start="3"><li>trois</li></ol><blockquote>cité</blockquote>',
    '<p style="text-align:center;padding-left:40px">a <span style="color:#ff0000;background-color:rgb(1, 2, 3)">b</span></p>',
    '<table><tbody><tr><th scope="col">a</th><td colspan="2">b</td></tr></tbody></table>',
    '<p><a href="{{setPasswordUrl}}">a</a> <a href="https://x.ca/?a=1&amp;b=2">b</a> <a href="mailto:a@b.ca">c</a></p>',
  ])('keeps %s', (html) => {
    expect(cleanBody(html)).toBe(html);
  });

  test('keeps a portal link whose braces an editor has encoded', () => {
    expect(cleanBody('<a href="%7B%7BloginUrl%7D%7D">a</a>')).toBe('<a href="{{loginUrl}}">a</a>');
  });

  test('is unchanged by a second cleaning, whatever it contained', () => {
    const pieces = [
      '<p>',
      '</p>',
      '<svg>',
      '</svg>',
      '<b>',
      '<li>',
      '<table>',
      '<td>',
      '<math>',
      '<style>',
      '</style>',
      '<!--',
      '-->',
      '<a href="{{loginUrl}}">',
      '</a>',
      '5 < 6 & "a" &nbsp;',
      '{{firstName}}',
      '<script>',
      '</script>',
      '<textarea>',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        const once = cleanBody(parts.join(''));
        expect(cleanBody(once)).toBe(once);
        expect(once).not.toMatch(/<(?:svg|math|style|script|textarea|!--)/);
      }),
    );
  });
});

describe('placeholders', () => {
  const refused = (text: string) => {
    try {
      checkPlaceholders(text, 'body');
    } catch (error) {
      return (error as AppError).params.name;
    }
    return null;
  };

  test('each of the eight is accepted and normalized', () => {
    for (const name of placeholders)
      expect(checkPlaceholders(`a {{ ${name}\u00a0}} b`, 'subject')).toBe(`a {{${name}}} b`);
  });

  test.each([
    ['{{prenom}}', 'prenom'],
    ['{{FirstName}}', 'FirstName'],
    ['{{<b>name</b>}}', 'name'],
    ['{{toString}}', 'toString'],
    ['{{}}', '{{}}'],
    ['{{firstName} et la suite', '{{firstName} et la suite'],
    ['{{{firstName}}}', '{{{firstName}}}'],
  ])('%s is refused by its name', (text, name) => {
    expect(refused(text)).toBe(name);
  });

  test('single braces are text', () => {
    expect(refused('{a} } { 2')).toBeNull();
  });
});

describe('the name of an attachment', () => {
  test.each([
    ['Règles d’examen.PDF', 'Règles d’examen.pdf'],
    ['C:\\Users\\zoe\\a.pdf', 'a.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['facture.pdf.exe', 'facture.pdf.exe.pdf'],
    ['a\r\nb.pdf', 'ab.pdf'],
    ['exe\u202efdp.pdf', 'exefdp.pdf'],
    ['', 'document.pdf'],
    [`${'é'.repeat(300)}.pdf`, `${'é'.repeat(150)}.pdf`],
  ])('of a pdf called %j is %j', (given, name) => {
    expect(attachmentName(given, { extension: 'pdf', contentType: 'application/pdf' })).toBe(name);
  });
});
