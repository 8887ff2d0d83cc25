import { AppError } from '../../runtime/errors.ts';

/** Concurrent uploads of a person: each page sends one at a time, and several pages may be open. */
const mostOfOne = 4;
/** The sum of the content-lengths of all running uploads, which are held in memory. */
const mostBytes = 256 * 1024 * 1024;

/** Shorter bodies are not limited. */
const shortBytes = 64 * 1024;

const retryAfter = { 'retry-after': '5' };

/**
 * Limits uploads: call `begin` before the first byte, its result at the end.
 * @throws AppError `upload.tooMany`, `busy`
 */
export function openUploads() {
  const ofPeople = new Map<string, number>();
  let bytesUnderWay = 0;
  return function begin(person: string, bytes: number): () => void {
    if (bytes <= shortBytes) return () => undefined;
    const own = ofPeople.get(person) ?? 0;
    if (own >= mostOfOne)
      throw new AppError('upload.tooMany', { params: { most: mostOfOne }, headers: retryAfter });
    if (bytesUnderWay + bytes > mostBytes) throw new AppError('busy', { headers: retryAfter });
    ofPeople.set(person, own + 1);
    bytesUnderWay += bytes;
    return () => {
      bytesUnderWay -= bytes;
      const rest = (ofPeople.get(person) ?? 1) - 1;
      if (rest > 0) ofPeople.set(person, rest);
      else ofPeople.delete(person);
    };
  };
}
