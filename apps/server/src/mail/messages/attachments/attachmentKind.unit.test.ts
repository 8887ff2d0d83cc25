import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { guidelines } from '../../../../seed/demoAttachment.ts';
import { longTest } from '../../../../test/longTest.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import {
  catalog,
  makePdf,
  objectStream,
  oldWordDocument,
  relationTo,
  typesWith,
  wordDocument,
} from '../fixtures/documents.ts';
import { attachmentKind } from './attachmentKind.ts';
import { readAttachmentKind } from './attachments.ts';

/** The detected extension, or the error code without its prefix. */
async function resultOf(bytes: Buffer): Promise<string> {
  try {
    return (await attachmentKind(bytes)).extension;
  } catch (error) {
    if (error instanceof AppError) return error.code.replace('attachment.', '');
    throw error;
  }
}

const settings = 'word/_rels/settings.xml.rels';
const javaScript = '<< /Type /Action /S /JavaScript /JS (app.alert(1)) >>';
const swapped = (bytes: Buffer, from: string, to: string) =>
  Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1');

describe('a .docx document', () => {
  it.each<[string, string, Buffer]>([
    ['docx', 'a plain one', wordDocument()],
    ['docx', 'a link to the web', wordDocument({ [settings]: relationTo('hyperlink', 'https://a.example') })],
    ['docx', 'a picture of its own', wordDocument({ 'word/media/image1.png': new Uint8Array(5000) })],
    ['macros', 'macros', wordDocument({ 'word/vbaProject.bin': 'x' })],
    ['macros', 'macros elsewhere', wordDocument({ 'other/VBAPROJECT.BIN': 'x' })],
    [
      'macros',
      'a renamed .docm',
      wordDocument({
        '[Content_Types].xml': typesWith('application/vnd.ms-word.document.macroEnabled.main+xml'),
      }),
    ],
    ['embedded', 'an OLE object', wordDocument({ 'word/embeddings/oleObject1.bin': 'x' })],
    ['embedded', 'ActiveX', wordDocument({ 'word/activeX/activeX1.xml': '<a/>' })],
    ['embedded', 'a page inside', wordDocument({ [settings]: relationTo('aFChunk', 'a.txt', 'Internal') })],
    [
      'linked',
      'a template from afar',
      wordDocument({ [settings]: relationTo('attachedTemplate', 'https://e/a.dotm') }),
    ],
    ['linked', 'an object from afar', wordDocument({ [settings]: relationTo('oleObject', 'https://e/a') })],
    ['linked', 'a frame', wordDocument({ [settings]: relationTo('frame', 'https://e/a') })],
    ['linked', 'a part from afar', wordDocument({ [settings]: relationTo('subDocument', 'https://e/a') })],
    [
      'linked',
      'a picture that tells who reads',
      wordDocument({ [settings]: relationTo('image', 'https://e/a.png') }),
    ],
    [
      'linked',
      'a field that starts a program',
      wordDocument({
        'word/header1.xml':
          '<w:h><w:instrText>DD</w:instrText><w:instrText>EAUTO c:\\\\x</w:instrText></w:h>',
      }),
    ],
    [
      'wrongKind',
      'entities',
      wordDocument({ 'word/header1.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }),
    ],
    [
      'wrongKind',
      'entities in UTF-16',
      wordDocument({
        'word/header1.xml': Buffer.from('\ufeff<!DOCTYPE a []><a/>', 'utf16le'),
      }),
    ],
    ['wrongKind', 'a sheet that is no document', wordDocument({ '[Content_Types].xml': '<Types/>' })],
    ['wrongKind', 'half of one', wordDocument().subarray(0, 300)],
    ['wrongKind', 'a page behind it', Buffer.concat([wordDocument(), Buffer.from('<html>')])],
    ['wrongKind', 'two tables of contents', Buffer.concat([wordDocument(), wordDocument()])],
    ['wrongKind', 'a name that changes', swapped(wordDocument(), 'word/document.xml', 'word/documenx.xml')],
    ['tooDense', 'a bomb', wordDocument({ 'word/media/a.bin': new Uint8Array(70 * 1024 * 1024) })],
  ])('is %s with %s', async (expected, _what, bytes) => {
    expect(await resultOf(bytes)).toBe(expected);
  });

  it('with a false size is unpacked no further than the stated size', async () => {
    const bytes = wordDocument({ 'word/media/a.bin': new Uint8Array(30 * 1024 * 1024) });
    const size = Buffer.alloc(4);
    size.writeUInt32LE(30 * 1024 * 1024);
    bytes.writeUInt32LE(1000, bytes.lastIndexOf(size));
    expect(await resultOf(bytes)).toBe('tooDense');
  });

  it('with encrypted parts is refused as encrypted', async () => {
    const bytes = wordDocument();
    const directory = bytes.indexOf(Buffer.from('504b0102', 'hex'));
    bytes.writeUInt16LE(1, directory + 8);
    expect(await resultOf(bytes)).toBe('encrypted');
  });
});

describe('a .doc document', () => {
  it.each<[string, string, Buffer]>([
    ['doc', 'a plain one', oldWordDocument()],
    ['doc', 'an empty pool of objects', oldWordDocument([{ name: 'ObjectPool', isStorage: true }])],
    [
      'macros',
      'macros',
      oldWordDocument([
        { name: 'Macros', isStorage: true },
        { name: 'VBA', isStorage: true },
      ]),
    ],
    ['macros', 'a project', oldWordDocument([{ name: '_VBA_PROJECT' }])],
    [
      'embedded',
      'objects',
      oldWordDocument([{ name: 'ObjectPool', isStorage: true, child: 3 }, { name: '_1' }]),
    ],
    ['embedded', 'a package', oldWordDocument([{ name: '\u0001Ole10Native' }])],
    ['encrypted', 'a password', oldWordDocument([], { flags: 0x0100 })],
    ['encrypted', 'a newer one with a password', oldWordDocument([{ name: 'EncryptedPackage' }])],
    ['wrongKind', 'a workbook', oldWordDocument([], { word: 'Workbook' })],
    ['wrongKind', 'half of one', oldWordDocument().subarray(0, 700)],
    ['wrongKind', 'nothing but its mark', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ])('is %s with %s', async (expected, _what, bytes) => {
    expect(await resultOf(bytes)).toBe(expected);
  });

  it('with a circular directory is refused at once', async () => {
    const bytes = oldWordDocument();
    bytes.writeUInt32LE(1, 512 + 4);
    expect(await resultOf(bytes)).toBe('wrongKind');
  });
});

describe('a PDF', () => {
  it.each<[string, string, Buffer]>([
    ['pdf', 'a plain one', Buffer.from(guidelines('fr').bytes)],
    ['pdf', 'objects in a stream', makePdf(catalog, objectStream('<< /Type /Pages /Count 0 >>'))],
    ['pdf', 'an action that turns a page', makePdf('<< /Type /Catalog /OpenAction [3 0 R /Fit] >>')],
    ['pdf', 'longer names', makePdf('<< /Type /Catalog /JSX 1 /Launches 2 >>')],
    ['pdf', 'bytes that look like a short name', makePdf(catalog, '<< >>\nstream\nab/JS cd\nendstream')],
    [
      'pdf',
      'words of a printer in front',
      Buffer.concat([Buffer.from('\x1b%-12345X@PJL\r\n'), makePdf(catalog)]),
    ],
    ['acting', 'a script', makePdf(catalog, javaScript)],
    [
      'acting',
      'a script as it opens',
      makePdf('<< /Type /Catalog /OpenAction << /S /JavaScript /JS (x) >> >>'),
    ],
    [
      'acting',
      'a script in other letters',
      makePdf(catalog, javaScript.replace('JavaScript', 'J#61v#61Script')),
    ],
    ['acting', 'a script in an object stream', makePdf(catalog, objectStream(javaScript))],
    ['acting', 'a short name in an object stream', makePdf(catalog, objectStream('<< /J#53 (x) >>'))],
    [
      'acting',
      'an unpacked object stream',
      makePdf(catalog, objectStream(javaScript, { dictionary: '', pack: (b) => b as never })),
    ],
    ['acting', 'a program', makePdf('<< /S /Launch /F (cmd.exe) >>')],
    ['acting', 'files inside', makePdf('<< /Names << /EmbeddedFiles 4 0 R >> >>')],
    ['acting', 'media', makePdf('<< /Subtype /RichMedia >>')],
    ['acting', 'a form of the other kind', makePdf('<< /AcroForm << /XFA 4 0 R >> >>')],
    ['encrypted', 'a password', makePdf(catalog, '<< /Encrypt 5 0 R >>')],
    [
      'opaque',
      'an object stream in hexadecimal',
      makePdf(catalog, objectStream(javaScript, { dictionary: '/Filter [/ASCIIHexDecode /FlateDecode]' })),
    ],
    [
      'opaque',
      'an object stream that guesses',
      makePdf(
        catalog,
        objectStream(javaScript, { dictionary: '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>' }),
      ),
    ],
    [
      'opaque',
      'a broken object stream',
      makePdf(catalog, objectStream(javaScript, { pack: (b) => deflateSync(b).subarray(0, 9) as never })),
    ],
    ['opaque', 'an object stream hidden in a remark', makePdf('%stream\n', objectStream('<< /JS (x) >>'))],
    ['tooDense', 'a bomb', makePdf(catalog, objectStream(' '.repeat(70 * 1024 * 1024)))],
    ['twoKinds', 'a page in front', Buffer.concat([Buffer.from('<html><script>'), makePdf(catalog)])],
    ['twoKinds', 'a program in front', Buffer.concat([Buffer.from('MZ '), makePdf(catalog)])],
    ['twoKinds', 'an archive behind', Buffer.concat([makePdf(catalog), wordDocument()])],
    ['wrongKind', 'a head that comes too late', Buffer.concat([Buffer.alloc(1024, ' '), makePdf(catalog)])],
  ])('is %s with %s', async (expected, _what, bytes) => {
    expect(await resultOf(bytes)).toBe(expected);
  });
});

describe('a document made to take long', () => {
  it.each<[string, string, () => Buffer]>([
    [
      'docx',
      'fields that nothing ends',
      () => wordDocument({ 'word/a.xml': `<a>${'<w:instrText '.repeat(400_000)}` }),
    ],
    ['pdf', 'escaped letters alone', () => makePdf(catalog, objectStream('#41'.repeat(10_000_000)))],
    [
      'opaque',
      'filters that nothing ends',
      () => makePdf(catalog, `/ObjStm ${'/Filter['.repeat(400_000)}`, 'stream\nx'),
    ],
    ['pdf', 'streams that nothing ends', () => makePdf(catalog, 'stream\n'.repeat(400_000))],
  ])('is %s within seconds with %s', async (expected, _what, make) => {
    const bytes = make();
    const began = performance.now();
    expect(await resultOf(bytes)).toBe(expected);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  longTest(
    'is refused by its thread where it takes longer than any document, and the next one is read',
    async () => {
      const relations = `<a>${'<b/>'.repeat(15_000_000)}</a>`;
      const long = readAttachmentKind(wordDocument({ [settings]: relations }));
      const next = [1, 2, 3].map(() => readAttachmentKind(wordDocument()));
      await expect(long).rejects.toMatchObject({ code: 'attachment.tooIntricate' });
      expect((await Promise.all(next)).map(({ extension }) => extension)).toEqual(['docx', 'docx', 'docx']);
    },
    60_000,
  );
});

describe('anything else', () => {
  it.each([
    ['a program', 'MZ\x90\0'],
    ['a text', 'Bonjour'],
    ['nothing', ''],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a picture that draws', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['an empty archive', 'PK\x05\x06'.padEnd(22, '\0')],
    ['rich text', '{\\rtf1 {\\object\\objdata 0105}}'],
  ])('is refused: %s', async (_what, text) => {
    expect(await resultOf(Buffer.from(text, 'latin1'))).toBe('wrongKind');
  });
});
