/**
 * The share of the candidates, in percent, that signs in within each twelfth of the hour: docs/scale.md calculates with the
 * same. `npm run rehearse -- --curve` takes the figures of a morning of one's own instead.
 */
export const usualCurve: readonly number[] = [1, 1, 2, 2, 3, 3, 4, 4, 10, 20, 40, 10];

/** @throws Error for a text without numbers, or with other ones than counts */
export function readCurve(text: string): readonly number[] {
  const counts = text.split(/[\s,;]+/).filter(Boolean);
  const curve = counts.map(Number);
  const isCurve = curve.every((count) => count >= 0 && Number.isFinite(count)) && curve.some(Boolean);
  if (!isCurve)
    throw new Error('A curve is a list of sign-ins in periods of one length, such as 12,30,80,20.');
  return curve;
}

/**
 * The moments of so many arrivals in milliseconds, rising. Each is drawn by itself, as people come, so that some come at
 * once. `draw` gives numbers from 0 up to 1.
 */
export function momentsOf(
  curve: readonly number[],
  count: number,
  milliseconds: number,
  draw: () => number = Math.random,
): number[] {
  const ranks = Array.from({ length: count }, draw).sort((a, b) => a - b);
  const total = sum(curve);
  const partMs = milliseconds / curve.length;
  let part = 0;
  let before = 0;
  return ranks.map((rank) => {
    while (rank * total >= before + (curve[part] ?? Number.POSITIVE_INFINITY)) before += curve[part++] ?? 0;
    return (part + (rank * total - before) / (curve[part] ?? 1)) * partMs;
  });
}

/** The busiest part of the curve: the share of all who sign in then, and of those who have before. */
export function busiestPart(curve: readonly number[]): { readonly share: number; readonly before: number } {
  const most = Math.max(...curve);
  const total = sum(curve);
  return { share: most / total, before: sum(curve.slice(0, curve.indexOf(most))) / total };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
