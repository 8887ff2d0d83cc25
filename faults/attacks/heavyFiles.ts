import { setTimeout as wait } from 'node:timers/promises';
import {
  catalog,
  makePdf,
  objectStream,
  wordDocument,
} from '../../apps/server/src/mail/messages/fixtures/documents.ts';
import { attack } from './underWay.ts';

export interface HeavyFilesOrder {
  readonly url: string;
  readonly token: string;
  readonly what: 'documents' | 'lists' | 'texts' | 'longLists';
  /** The exam into which lists are looked at, and which texts are about. */
  readonly selectedCourse: string;
  readonly examId: number;
}

type Body =
  | { readonly path: string; readonly form: FormData }
  | { readonly path: string; readonly json: object };

/** Of those that are long themselves, one is on its way after the other. */
const perSecond = { documents: 4, lists: 4, texts: 4, longLists: 1 };

/** Sends small files and texts that are made to take long, of which each holds up a reader that is not bounded. */
await attack<HeavyFilesOrder>(async ({ url, token, what, selectedCourse, examId }, count) => {
  const made = {
    documents,
    lists: () => lists(selectedCourse),
    texts: () => texts(examId),
    longLists: () => longLists(selectedCourse),
  };
  const bodies = made[what]();
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
    await wait(1000 / perSecond[what]);
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
    makePdf(catalog, '/Filter['.repeat(16_000), objectStream('a', { dictionary: '/Filter['.repeat(16_000) })),
    makePdf(catalog, objectStream('#41'.repeat(20_000_000))),
  ].map((bytes) => formOf('/api/message/addfile/3/1', 'a.pdf', bytes));
}

/** UTF-8 read as Windows-1252. */
function misread(text: string): string {
  return new TextDecoder('windows-1252').decode(Buffer.from(text));
}

function listOf(row: (n: number) => string, rows: number): string {
  return `Prénom;Nom;Courriel\n${Array.from({ length: rows }, (_, n) => row(n)).join('\n')}`;
}

function previewsOf(selectedCourse: string, all: readonly string[]): Body[] {
  const fields = { systemId: 3, languageId: 1, selectedCourse, sendEmail: true };
  return all.map((list) => formOf('/api/import/preview', 'liste.csv', list, fields));
}

function lists(selectedCourse: string): Body[] {
  const signs = misread(`${'\u093e'.repeat(60)}☃`);
  const unlike = (n: number) => `a@${String.fromCharCode(97 + (n % 26))}${`${n}xy`.repeat(12)}.ca`;
  return previewsOf(selectedCourse, [
    listOf((n) => `${signs};Roy;a${n}@example.ca`, 1),
    listOf((n) => `Zoé;Roy;${unlike(n)}`, 2000),
    listOf((n) => `${'-'.repeat(200)}${' '.repeat(200)};;;${n}`, 5000),
  ]);
}

function longLists(selectedCourse: string): Body[] {
  const near = (n: number) => 'Tremblay'.replace('e', n.toString(36)).replace('b', (n % 36).toString(36));
  return previewsOf(selectedCourse, [
    listOf(() => 'Zoé;Roy;zoe@example.ca', 150_000),
    misread(listOf((n) => `Zoé-Éloïse;Côté-Lévêque;zoe${n}@example.ca`, 20_000)),
    misread(misread(listOf((n) => `Zoé-Éloïse;Côté-Lévêque;zoe${n}@example.ca`, 20_000))),
    listOf((n) => `Zoé;${near(n)};zoe${n}@exemple${n % 500}.ca`, 50_000),
  ]);
}

function texts(examId: number): Body[] {
  const body = [
    '{{examInstructions}}'.repeat(9_500),
    `<p>a</p>${' '.repeat(190_000)}<p>b</p>`,
    `<p>${'{{email}} '.repeat(15_000)}</p>`,
    '<a>'.repeat(2000) + 'a@'.repeat(90_000),
  ];
  return body.map((text) => ({
    path: '/api/message/preview/3/1',
    json: { subject: 'Objet', body: text, examId },
  }));
}
