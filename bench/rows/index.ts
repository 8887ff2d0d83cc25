import type { Row } from '../row.ts';
import { allPage } from './allPage.ts';
import { growth } from './growth.ts';
import { imports } from './imports.ts';
import { mails } from './mails.ts';
import { memory } from './memory.ts';
import { read } from './read.ts';
import { search } from './search.ts';
import { signIn } from './signIn.ts';
import { signInPage } from './signInPage.ts';
import { start } from './start.ts';

/** In order of execution and of the table. */
export const rows: readonly Row[] = [
  search,
  read,
  signIn,
  imports,
  mails,
  signInPage,
  start,
  memory,
  allPage,
  growth,
];
