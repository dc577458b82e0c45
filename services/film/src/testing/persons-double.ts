import { PersonFactsService } from '@marquee/contracts/identity/v1/person_facts_pb';
import { DomainError } from '@marquee/runtime/errors';
import { implement } from '@marquee/runtime/rpc/implement';
import { serve } from '@marquee/runtime/rpc/serve';
import { createVerifier } from '@marquee/runtime/verifier';
import { atEnd } from '@marquee/testing/cleanup';
import { silentLog } from '@marquee/testing/silent-log';
import { verifierKeys } from '@marquee/testing/test-keys';
import { testClock } from '@marquee/testing/test-platform';

const pairOf = (one: string, other: string) => [one, other].sort().join(' ');

const refuse = () => {
  throw new DomainError({ kind: 'NOT_FOUND', reason: 'NOT_FOUND', message: 'There is no such thing.' });
};

/** A stand-in of identity that knows who is connected and who makes films; about whom it was asked. */
export async function personsDouble() {
  const connections = new Set<string>();
  const makers = new Set<string>();
  const asked: string[] = [];
  const facts = implement(PersonFactsService, {
    describePeople: refuse,
    getTextAddress: refuse,
    findRecipient: refuse,
    mayMakeFilms: async ({ accountId }) => ({ allowed: makers.has(accountId) }),
    async areConnected({ accountId, otherId }) {
      asked.push(otherId);
      return { connected: connections.has(pairOf(accountId, otherId)) };
    },
  });
  const verifier = createVerifier({ ...verifierKeys, clock: { now: () => testClock().now() } });
  const about = { service: 'identity', host: '127.0.0.1', port: 0, log: silentLog, verifier };
  const server = await serve({ ...about, implementations: [facts] });
  atEnd(() => server.drain(0));
  return {
    address: `127.0.0.1:${server.port}`,
    asked,
    makesFilms: (accountId: string) => makers.add(accountId),
    connect: (one: string, other: string) => connections.add(pairOf(one, other)),
  };
}
