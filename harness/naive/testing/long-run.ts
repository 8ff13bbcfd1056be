/** `npm run agree -- [runs] [seed]`: both opinions on that many inputs over all gates, and what they were. */
import { gateIds } from '../../../src/index.ts';
import { agreementOf } from './agreement.ts';

const [runs = 1_000_000, seed] = process.argv.slice(2).map(Number);
for (const gate of gateIds) {
  const began = performance.now();
  const { codes, disagreement } = await agreementOf(gate, Math.ceil(runs / gateIds.length), { seed });
  const asked = Object.values(codes).reduce((sum, count) => sum + count, 0);
  console.log(`${gate}: ${asked} inputs, ${Math.round((performance.now() - began) / 1000)} s`);
  for (const [code, count] of Object.entries(codes).sort(([, one], [, other]) => other - one)) {
    console.log(`${String(count).padStart(10)} ${code}`);
  }
  if (disagreement !== '') {
    process.exitCode = 1;
    console.log(disagreement);
  }
}
