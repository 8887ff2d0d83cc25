import * as z from 'zod/mini';

/** Encodings of text lists; a byte order mark states further ones. */
export const listEncodings = [
  'utf-8',
  'windows-1252',
  'macintosh',
  'cp850',
  'windows-1250',
  'windows-1251',
  'koi8-r',
  'cp866',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-874',
  'gbk',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
] as const;
export type ListEncoding = (typeof listEncodings)[number];

export const EncodingReading = z.object({
  encoding: z.enum(listEncodings),
  /** The names of up to three lines with letters beyond ASCII; where no column is known, the cells of such a line. */
  samples: z.array(z.string()),
});
export type EncodingReading = z.infer<typeof EncodingReading>;

export const readEncodings = {
  /** The encoding of a text file; null for a workbook. */
  encoding: z.nullable(z.string()),
  /** The encodings in which the letters make sense, likeliest first, each with names; empty: no choice. */
  encodings: z.array(EncodingReading),
};
