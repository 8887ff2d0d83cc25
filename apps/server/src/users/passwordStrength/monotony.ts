/** What fingers run along, and what children learn by heart. */
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '!@#$%^&*()',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  'qwertzuiop',
  'yxcvbnm',
];
const lines = rows.flatMap((row) => [row, [...row].reverse().join('')]);

/** A run of fewer is chance. */
const shortestRun = 3;
const fewestTurns = 4;
const fewestTurnsOfNumbers = 6;

/** Whether a folded password repeats itself, runs along a row of keys, or is little more than a number. */
export function isMonotonous(plain: string): boolean {
  const chunk = /^(.+?)\1+$/su.exec(plain)?.[1];
  if (chunk !== undefined && chunk.length <= 4) return true;
  const turns = countTurns(plain);
  const letters = plain.replaceAll(/\P{L}/gu, '').length;
  return turns < fewestTurns || (letters < 3 && turns < fewestTurnsOfNumbers);
}

/** How many characters or runs of them follow each other. */
function countTurns(text: string): number {
  let turns = 0;
  for (let at = 0; at < text.length; at += runAt(text, at)) turns++;
  return turns;
}

/** The length of the run that begins here; 1 where none does. */
function runAt(text: string, at: number): number {
  const lengths = lines.map((line) => sharedLength(text, at, line));
  const longest = Math.max(sameLength(text, at), ...lengths);
  return longest >= shortestRun ? longest : 1;
}

function sharedLength(text: string, at: number, line: string): number {
  const start = line.indexOf(text.charAt(at));
  if (start < 0) return 0;
  let length = 1;
  while (at + length < text.length && text[at + length] === line[start + length]) length++;
  return length;
}

function sameLength(text: string, at: number): number {
  let length = 1;
  while (text[at + length] === text[at]) length++;
  return length;
}
