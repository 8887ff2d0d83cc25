import type { XmlEvents } from './sheetXml.ts';

const mostStyles = 65_536;
const zeros = /^(0{2,50})(?:;.*)?$/;

/**
 * How many digits a cell's style shows at least: nine for the format `000000000`, by which people give student
 * numbers their leading zeros. 0 for other styles.
 */
export function openStyles(): { readonly events: XmlEvents; readonly digitsOf: (style: string) => number } {
  const formats = new Map<string, number>();
  const styles: number[] = [];
  let isInCells = false;
  return {
    digitsOf: (style) => styles[Number(style)] ?? 0,
    events: {
      open: (name, { numFmtId = '', formatCode = '' }) => {
        if (name === 'cellXfs') isInCells = true;
        if (name === 'numFmt') formats.set(numFmtId, zeros.exec(formatCode)?.[1]?.length ?? 0);
        const isStyle = name === 'xf' && isInCells && styles.length < mostStyles;
        if (isStyle) styles.push(formats.get(numFmtId) ?? 0);
      },
      close: (name) => {
        if (name === 'cellXfs') isInCells = false;
      },
    },
  };
}
