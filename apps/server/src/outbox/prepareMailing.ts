import { wordsOf } from '../richText/richText.service.ts';
import { bodiesOf, type NewMailing } from './snapshotMailing.ts';

/**
 * Reads the words of a text that somebody has written, before the transaction in which it is frozen.
 * @throws AppError `text.tooIntricate` for one that was saved before there were limits, `busy`
 */
export async function prepareMailing(mailing: NewMailing): Promise<NewMailing> {
  const [words = '', noted = words] = await wordsOf([...new Set(bodiesOf(mailing))], 'body');
  return { ...mailing, words: [words, noted] };
}
