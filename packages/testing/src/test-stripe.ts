import { freePort } from '@marquee/runtime/free-ports';
import { findProgram } from './test-components.ts';
import { testServer } from './test-server.ts';

const START_MS = 60_000;

/**
 * Stripe's own stand-in (stripe-mock), for one test file: it checks requests by the published description of Stripe's API and
 * answers with its examples. It keeps nothing. Gives its address.
 */
export async function testStripe(): Promise<string> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = testServer({
    command: [stripeMock(), '-http-addr', `127.0.0.1:${port}`],
    env: { PATH: process.env.PATH },
    // Without a key it refuses, and serves.
    isServing: async () => (await fetch(`${url}/v1/balance`)).status === 401,
    startMs: START_MS,
  });
  await server.start();
  return url;
}

function stripeMock(): string {
  const found = findProgram('stripe-mock');
  if (!found) throw new Error('There is no stripe-mock: node scripts/install-go-program.mjs stripe-mock');
  return found;
}
