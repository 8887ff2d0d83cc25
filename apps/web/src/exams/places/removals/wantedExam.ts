import type { NamedExam } from '@guichet/contract/exams/exams.list';

type Titled = Pick<NamedExam, 'id' | 'title'>;

/** The one exam among `targets` that a request names, line by line; `left` is the exam that its person leaves. */
export function findWantedExam(request: string, left: Titled, targets: readonly Titled[]): Titled | null {
  const named = request.split('\n').flatMap((line) => {
    const found = [left, ...targets].filter(({ title }) => line.includes(title));
    // A line that names « Final 2 » does not name « Final ».
    const longest = Math.max(...found.map(({ title }) => title.length));
    return found.filter(({ title }) => title.length === longest);
  });
  const [wanted, ...more] = new Set(named.filter(({ id }) => id !== left.id));
  return wanted && more.length === 0 ? wanted : null;
}
