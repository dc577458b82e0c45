import { invariants } from '../invariants.ts';
import { festivalService } from './festival-service.ts';
import { ticketScene } from './ticket-scene.ts';

/** Festival with the test provider, whose ledger and invariants have to hold after each test; once per test file. */
export async function soundFestival(settings: object = {}) {
  const festival = await festivalService({ PAYMENT_PROVIDER: 'test', ...settings });
  afterEach(async () => {
    for (const { check, name } of invariants.invariants) {
      expect([name, await check(festival.db.query)]).toEqual([name, []]);
    }
  });
  return { festival, scene: ticketScene(festival) };
}
