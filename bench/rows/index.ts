import type { Row } from '../row.ts';
import { allPage } from './allPage.ts';
import { examMorning } from './examMorning.ts';
import { growth } from './growth.ts';
import { home } from './home.ts';
import { imports } from './imports.ts';
import { mails } from './mails.ts';
import { memory } from './memory.ts';
import { platform } from './platform.ts';
import { providerSignIn } from './providerSignIn.ts';
import { read } from './read.ts';
import { search } from './search.ts';
import { searchOfSystem } from './searchOfSystem.ts';
import { signIn } from './signIn.ts';
import { signInPage } from './signInPage.ts';
import { start } from './start.ts';

/** In order of execution and of the table. */
export const rows: readonly Row[] = [
  search,
  searchOfSystem,
  read,
  home,
  signIn,
  providerSignIn,
  examMorning,
  imports,
  mails,
  platform,
  signInPage,
  start,
  memory,
  allPage,
  growth,
];
