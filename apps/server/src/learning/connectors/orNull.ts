/** The answer of a call, or null after an error that `isExpected` knows. */
export async function orNull<T>(
  asked: Promise<T>,
  isExpected: (error: unknown) => boolean,
): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (isExpected(error)) return null;
    throw error;
  }
}
