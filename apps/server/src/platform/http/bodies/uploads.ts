import { AppError } from '../../runtime/errors.ts';

/** How many one person may have under way: a page sends one at a time, a few pages may be open. */
const mostOfOne = 4;
/** What all of them together may announce: each is held in memory until it has been dealt with. */
const mostBytes = 256 * 1024 * 1024;

/** Shorter ones cost no more than any other call. */
const shortBytes = 64 * 1024;

const retryAfter = { 'retry-after': '5' };

/**
 * Gives a place to every longer upload, from before its first byte until it has been dealt with; the answer gives it back.
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
