import { AppError } from '../../../core/runtime/errors.ts';
import { checkOldWord } from './checkOldWord.ts';
import { checkPdf } from './checkPdf.ts';
import { checkWord } from './checkWord.ts';

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

const compoundMark = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const zipMark = Buffer.from('504b0304', 'hex');

/**
 * Detects the file type from the content, not the name, and refuses active content.
 * @throws AppError `attachment.wrongKind` unless it is pdf, docx or doc; or the code of the active content
 */
export async function attachmentKind(bytes: Buffer): Promise<AttachmentKind> {
  try {
    if (bytes.subarray(0, 4).equals(zipMark)) {
      await checkWord(bytes);
      return docx;
    }
    if (bytes.subarray(0, 8).equals(compoundMark)) {
      checkOldWord(bytes);
      return doc;
    }
    if (bytes.subarray(0, 1024).includes('%PDF-')) {
      checkPdf(bytes);
      return pdf;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    // A parser's error means that the file is faulty.
    if (!(error instanceof RangeError || error instanceof SyntaxError)) throw error;
  }
  throw new AppError('attachment.wrongKind');
}

/** A safe file name: no path, no control characters, and the extension of the detected type. */
export function attachmentName(given: string, kind: AttachmentKind): string {
  const bare = given.split(/[\\/]/).at(-1) ?? '';
  const clean = bare.replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '').trim();
  const stem = clean.toLowerCase().endsWith(`.${kind.extension}`)
    ? clean.slice(0, -kind.extension.length - 1)
    : clean;
  return `${[...stem].slice(0, 150).join('') || 'document'}.${kind.extension}`;
}
