import { ConnectorError } from './connector.ts';
import { remarkOf } from './platformFacts.ts';

/**
 * The most that one answer may have, in megabytes, decompressed. The longest that is known is Moodle's grade report, a single
 * answer for a whole course: with the 500 bytes of a recorded grade item, 10,000 people with twelve items each fit. Lists of
 * people come in pages.
 */
export const mostMegabytes = 64;

/** The text of an answer. @throws ConnectorError for one that is too long, whose connection is closed */
export async function readAnswer({ body }: Response, who: string): Promise<string> {
  if (!body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  // Leaving the loop cancels the body.
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > mostMegabytes * 1_000_000) throw tooLong(who);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function tooLong(who: string): ConnectorError {
  const text = `${who} sent an answer of more than ${mostMegabytes} MB, which was not read to its end: is the address right?`;
  return new ConnectorError(remarkOf('longAnswer', text, { megabytes: String(mostMegabytes) }), 'later');
}
