import { ConnectorError } from './connector.ts';
import { makeRemark } from './platformFacts.ts';

/**
 * The limit of one decompressed answer, in megabytes. The longest known answer is Moodle's grade report,
 * which is one for a whole course: at 500 bytes a grade item, 10,000 people with twelve items each fit. Lists
 * of people come in pages.
 */
export const mostMegabytes = 64;

/** The text of an answer. @throws ConnectorError for an answer over the limit, whose connection is closed */
export async function readAnswer({ body }: Response): Promise<string> {
  if (!body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  // Leaving the loop cancels the body.
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > mostMegabytes * 1_000_000) throw tooLong();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function tooLong(): ConnectorError {
  return new ConnectorError(makeRemark('longAnswer', { megabytes: mostMegabytes }), 'later');
}
