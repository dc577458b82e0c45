import { memoryRateLimits, type RateLimits, rateLimitsOfService } from './rate-limits.ts';
import { rateLimitsContract } from './testing/rate-limits-contract.ts';

rateLimitsContract('rate limits in memory', async () => {
  let shared: RateLimits | undefined;
  return { connect: async () => (shared ??= memoryRateLimits()), close: async () => undefined };
});

test('services with the same counters are counted apart', async () => {
  const limits = memoryRateLimits();
  const [film, media] = ['film', 'media'].map((service) => rateLimitsOfService(limits, service));
  const limit = { points: 1, durationS: 60 };
  await film?.consume('rpc:1', 'a', limit);
  await media?.consume('rpc:1', 'a', limit);
  await expect(film?.consume('rpc:1', 'a', limit)).rejects.toMatchObject({ reason: 'RATE_LIMITED' });
});
