import type { Language } from '@guichet/contract/core/language';
import type { UploadedFile } from '../src/core/http/bodies/requestBody.ts';

const texts: Record<Language, { readonly fileName: string; readonly line: string }> = {
  fr: { fileName: 'Directives.pdf', line: 'Apportez une piece d identite avec photo.' },
  en: { fileName: 'Guidelines.pdf', line: 'Bring a piece of photo identification.' },
};

/** A page that a candidate can open: the smallest PDF with one line of text (ISO 32000-1, annex H). */
export function guidelines(language: Language): UploadedFile {
  const { fileName, line } = texts[language];
  const drawing = `BT /F1 18 Tf 72 720 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.4\n';
  const starts = objects.map((object, index) => {
    const start = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(start).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${starts.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return { fileName, bytes: Buffer.from(pdf + table + trailer, 'latin1') };
}
