import { withoutGreeting } from './greeting.ts';

/** Characters of HTML that contain at least the first 140 letters, links excluded. */
const beginningLength = 4000;

/** The first words after the greeting, which inboxes show, no placeholder cut. '': only a greeting. */
export function cutPreheader(text: string): string {
  const words = withoutGreeting(text.slice(0, beginningLength).replace(/<[^<>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim()
    .split(' ');
  let start = '';
  for (const word of words) {
    if (start.length + word.length > 140) break;
    start += `${word} `;
  }
  return start.trim();
}
