/** A copy with room for an eighth more numbers, and for at least `least` numbers. */
export function extended(numbers: Uint32Array, least = 0): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(Math.max(longerThan(numbers.length), least));
  longer.set(numbers);
  return longer;
}

export function extendedBytes(bytes: Buffer): Buffer {
  return Buffer.concat([bytes], longerThan(bytes.length));
}

function longerThan(length: number): number {
  return length + Math.ceil(length / 8) + 64;
}
