import { unzipSync } from 'fflate';

export interface AttachmentKind {
  readonly extension: 'pdf' | 'docx' | 'doc';
  readonly contentType: string;
}

const pdf: AttachmentKind = { extension: 'pdf', contentType: 'application/pdf' };
const doc: AttachmentKind = { extension: 'doc', contentType: 'application/msword' };
const docx: AttachmentKind = {
  extension: 'docx',
  contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** The stream that every Word document of the old kind has, as its directory spells it. */
const wordStream = Buffer.from('WordDocument', 'utf16le');

/** What a file is by what it holds, whatever it is called; null for anything that is not pdf, docx or doc. */
export function attachmentKind(bytes: Buffer): AttachmentKind | null {
  if (bytes.subarray(0, 1024).includes('%PDF-')) return pdf;
  if (bytes.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex')) && bytes.includes(wordStream))
    return doc;
  if (bytes.subarray(0, 4).equals(Buffer.from('504b0304', 'hex')) && holdsWordDocument(bytes)) return docx;
  return null;
}

/** Reads the list of names of a zip archive; nothing is unpacked. A document that brings macros along is none. */
function holdsWordDocument(bytes: Buffer): boolean {
  const names = new Set<string>();
  const note = ({ name }: { name: string }) => {
    names.add(name);
    return false;
  };
  try {
    unzipSync(bytes, { filter: note });
  } catch {
    return false;
  }
  return (
    names.has('[Content_Types].xml') && names.has('word/document.xml') && !names.has('word/vbaProject.bin')
  );
}

/** A name for a file of this kind: no path, no control characters, and the ending that its content has. */
export function attachmentName(given: string, kind: AttachmentKind): string {
  const bare = given.split(/[\\/]/).at(-1) ?? '';
  const clean = bare.replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '').trim();
  const stem = clean.toLowerCase().endsWith(`.${kind.extension}`)
    ? clean.slice(0, -kind.extension.length - 1)
    : clean;
  return `${[...stem].slice(0, 150).join('') || 'document'}.${kind.extension}`;
}
