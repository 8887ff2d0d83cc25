import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(`${import.meta.dirname}/../src/ui/styles/tokens.css`, 'utf8');
const colours = new Map(
  [...css.matchAll(/--color-([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}))/g)].map(
    ([, name = '', light = '', dark = '', both = '']) => [name, { light: light || both, dark: dark || both }],
  ),
);

const grounds = ['paper', 'surface', 'raised', 'sunken'];
const text: [string, string[]][] = [
  ['ink', [...grounds, 'accent-soft', 'danger-soft', 'success-soft', 'warning-soft']],
  ['muted', grounds],
  ['accent-ink', [...grounds, 'accent-soft']],
  ['danger-ink', [...grounds, 'danger-soft']],
  ['success-ink', [...grounds, 'success-soft']],
  ['warning-ink', [...grounds, 'warning-soft']],
  ['white', ['accent', 'accent-strong', 'danger', 'danger-strong']],
  ['night-ink', ['night', 'night-deep']],
  ['paper', ['ink']],
];
const shapes: [string, string[]][] = [
  ['edge', ['surface', 'paper', 'raised']],
  ['focus', [...grounds, 'night']],
  ['accent', ['surface']],
];

const pairs = (table: [string, string[]][]) =>
  table.flatMap(([front, backs]) =>
    backs.flatMap((back) => [[front, back, 'light'] as const, [front, back, 'dark'] as const]),
  );

test.each(pairs(text))('%s on %s has the contrast of text in the %s', (front, back, theme) => {
  expect(contrast(colour(front, theme), colour(back, theme))).toBeGreaterThanOrEqual(4.5);
});

test.each(pairs(shapes))('%s on %s has the contrast of controls in the %s', (front, back, theme) => {
  expect(contrast(colour(front, theme), colour(back, theme))).toBeGreaterThanOrEqual(3);
});

function colour(name: string, theme: 'light' | 'dark'): string {
  const found = colours.get(name)?.[theme];
  if (!found) throw new Error(`tokens.css states no colour ${name}.`);
  return found;
}

/** The WCAG 2 contrast ratio of two colours, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
