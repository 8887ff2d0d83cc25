import { setTimeout as wait } from 'node:timers/promises';
import {
  catalog,
  objectStream,
  pdfOf,
  wordDocument,
} from '../../apps/server/src/messages/fixtures/documents.ts';
import { attack } from './underWay.ts';

export interface HeavyFilesOrder {
  readonly url: string;
  readonly token: string;
  readonly what: 'documents' | 'lists' | 'texts';
  /** Of the exam into which lists are looked at. */
  readonly selectedCourse: string;
}

type Body =
  | { readonly path: string; readonly form: FormData }
  | { readonly path: string; readonly json: object };

const perSecond = 4;

/** Sends small files and texts that are made to take long, of which each holds up a reader that is not bounded. */
await attack<HeavyFilesOrder>(async ({ url, token, what, selectedCourse }, count) => {
  const bodies = { documents, lists: () => lists(selectedCourse), texts }[what]();
  for (let n = 0; ; n++) {
    const body = bodies[n % bodies.length] as Body;
    const isForm = 'form' in body;
    void fetch(url + body.path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      body: isForm ? body.form : JSON.stringify(body.json),
    }).then(
      async (answer) => {
        const { length } = await answer.arrayBuffer().then((bytes) => new Uint8Array(bytes));
        count(`answered ${answer.status}`);
        if (length > 10_000_000) count('answers over 10 MB');
      },
      () => count('cut off'),
    );
    await wait(1000 / perSecond);
  }
});

function formOf(path: string, name: string, bytes: string | Buffer, fields: object = {}): Body {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, String(value));
  form.set('file', new Blob([new Uint8Array(Buffer.from(bytes))]), name);
  return { path, form };
}

function documents(): Body[] {
  const relations = 'word/_rels/settings.xml.rels';
  return [
    wordDocument({ 'word/a.xml': '<w:instrText '.repeat(16_000) }),
    wordDocument({ [relations]: `<a>${'<b/>'.repeat(15_000_000)}</a>` }),
    pdfOf(catalog, '/Filter['.repeat(16_000), objectStream('a', { dictionary: '/Filter['.repeat(16_000) })),
    pdfOf(catalog, objectStream('#41'.repeat(20_000_000))),
  ].map((bytes) => formOf('/api/message/addfile/3/1', 'a.pdf', bytes));
}

/** UTF-8 read as Windows-1252. */
const misread = (text: string) =>
  [...Buffer.from(text)].map((byte) => new TextDecoder('windows-1252').decode(Buffer.of(byte))).join('');

function lists(selectedCourse: string): Body[] {
  const fields = { systemId: 3, languageId: 1, selectedCourse, sendEmail: false };
  const of = (row: (n: number) => string, rows: number) =>
    `Prénom;Nom;Courriel\n${Array.from({ length: rows }, (_, n) => row(n)).join('\n')}`;
  const signs = misread(`${'\u093e'.repeat(60)}☃`);
  const unlike = (n: number) => `a@${String.fromCharCode(97 + (n % 26))}${`${n}xy`.repeat(12)}.ca`;
  return [
    of((n) => `${signs};Roy;a${n}@example.ca`, 1),
    of((n) => `Zoé;Roy;${unlike(n)}`, 2000),
    of((n) => `${'-'.repeat(200)}${' '.repeat(200)};;;${n}`, 5000),
  ].map((list) => formOf('/api/import/preview', 'liste.csv', list, fields));
}

function texts(): Body[] {
  const body = [
    '{{examInstructions}}'.repeat(9_500),
    `<p>a</p>${' '.repeat(190_000)}<p>b</p>`,
    `<p>${'{{email}} '.repeat(15_000)}</p>`,
    '<a>'.repeat(2000) + 'a@'.repeat(90_000),
  ];
  return body.map((text) => ({
    path: '/api/message/preview/3/1',
    json: { subject: 'Objet', body: text },
  }));
}
