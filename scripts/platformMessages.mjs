// `npm run platform-messages`: makes docs/platform-messages.md from the texts of remarks and from remedies.json.
import { writeFileSync } from 'node:fs';
import { drawPage, pagePath } from './platformMessages/page.mjs';

writeFileSync(pagePath, drawPage());
