import { makePng } from '../../apps/server/src/systems/banners/fixtures/pictures.ts';
import type { Testbed } from '../places/testbed.ts';
import { holdUp } from '../rounds/bystander.ts';

const paths = ['/api/docs', '/api/openapi.json', '/api/valid/banner/3'];
/** Of a picture, near the limit. */
const bytes = 1_900_000;

export const sameForAll = holdUp(
  'Whoever asks for the API document, or for a large banner, over twenty connections holds nobody up.',
  {
    attack: new URL('../attacks/requests.ts', import.meta.url),
    async prepare(testbed) {
      await placeBanner(testbed);
      return { calls: paths.map((path) => ({ path, connections: 7 })) };
    },
    check({ tally }, _testbed, { 'answered 200': answered = 0, ...others }) {
      const isAnswered = answered > 0 && Object.keys(others).length === 0;
      tally.expect(isAnswered, `not all was answered: ${JSON.stringify({ answered, ...others })}`);
    },
  },
);

async function placeBanner({ client }: Testbed): Promise<void> {
  const small = makePng(800, 200);
  const large = [small.subarray(0, -12), Buffer.alloc(bytes), small.subarray(-12)];
  const form = new FormData();
  for (const [name, value] of Object.entries({ isDecorative: 'true', altFr: '', altEn: '' }))
    form.set(name, value);
  form.set('file', new Blob([Buffer.concat(large)]), 'banniere.png');
  const saved = await client.post('/api/SystemBanner/3', form);
  if (saved.status !== 200) throw new Error(`No banner: ${JSON.stringify(saved)}`);
}
