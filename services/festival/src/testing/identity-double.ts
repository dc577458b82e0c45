import type { DescService, MessageInitShape } from '@bufbuild/protobuf';
import type { PersonSchema } from '@marquee/contracts/identity/v1/account_pb';
import { type FreshProof, FreshProofService } from '@marquee/contracts/identity/v1/fresh_proof_pb';
import { type BlockSchema, PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import { PersonFactsService } from '@marquee/contracts/identity/v1/person_facts_pb';
import { PlanFactsService, type SubscriptionSchema } from '@marquee/contracts/identity/v1/plans_pb';
import { DomainError } from '@marquee/runtime/errors';
import { type Handlers, implement } from '@marquee/runtime/rpc/implement';
import { serve } from '@marquee/runtime/rpc/serve';
import { createVerifier } from '@marquee/runtime/verifier';
import { atEnd } from '@marquee/testing/cleanup';
import type { paymentCustomers } from '@marquee/testing/payment-customers';
import { silentLog } from '@marquee/testing/silent-log';
import { verifierKeys } from '@marquee/testing/test-keys';

/** What identity knows of people: their proven addresses, who is connected, and how who asks has proven who they are. */
export type KnownPeople = {
  addresses: Map<string, string>;
  /** Their proven phone numbers. */
  phones: Map<string, string>;
  /** Whose mail came back. */
  bounced: Set<string>;
  /** While true, identity does not say where people get mail. */
  addressesUnavailable: boolean;
  connections: Set<string>;
  proof: FreshProof;
  customers: ReturnType<typeof paymentCustomers>;
  /** What happens while somebody's proof is asked for. */
  whileAsked?: () => Promise<unknown>;
  /** Subscriptions by account; undefined where plans are not sold. */
  plans: Map<string, MessageInitShape<typeof SubscriptionSchema>> | undefined;
};

/** What identity exports: all people, whose account is suspended, and who has blocked whom. */
export type Exported = {
  people: MessageInitShape<typeof PersonSchema>[];
  suspendedIds: string[];
  blocks: MessageInitShape<typeof BlockSchema>[];
};

/** A page of rows, from the place that the cursor of the page before names. */
function pageOf<Row>(rows: readonly Row[], { pageSize, cursor }: { pageSize: number; cursor: string }) {
  const start = Number(cursor || 0);
  const next = start + pageSize;
  return { rows: rows.slice(start, next), nextCursor: next < rows.length ? String(next) : '' };
}

export const pairOf = (one: string, other: string): string => [one, other].sort().join(' ');

const refuse = (): never => {
  throw new DomainError({ kind: 'NOT_FOUND', reason: 'NOT_FOUND', message: 'There is no such thing.' });
};
const refusing = <S extends DescService>({ methods }: S) =>
  Object.fromEntries(methods.map(({ localName }) => [localName, refuse])) as unknown as Handlers<S>;

/** A stand-in of identity; gives its address. */
export async function identityDouble(known: KnownPeople, exported: Exported, clock: { now(): Date }): Promise<string> {
  const people = implement(PeopleService, {
    ...refusing(PeopleService),
    async exportPeople(asked) {
      const { rows: people, nextCursor } = pageOf(exported.people, asked);
      return { people, nextCursor, suspendedIds: exported.suspendedIds };
    },
    async exportBlocks(asked) {
      const { rows: blocks, nextCursor } = pageOf(exported.blocks, asked);
      return { blocks, nextCursor };
    },
    async getMailAddress({ accountId }) {
      if (known.addressesUnavailable) {
        throw new DomainError({ kind: 'UNAVAILABLE', reason: 'UNAVAILABLE', message: 'Please try again.' });
      }
      const [provenEmail = '', provenPhone = ''] = [known.addresses.get(accountId), known.phones.get(accountId)];
      if (!known.addresses.has(accountId) && provenPhone === '') return refuse();
      return { email: known.bounced.has(accountId) ? '' : provenEmail, provenEmail, provenPhone };
    },
  });
  const facts = implement(PersonFactsService, {
    ...refusing(PersonFactsService),
    areConnected: async ({ accountId, otherId }) => ({ connected: known.connections.has(pairOf(accountId, otherId)) }),
  });
  const proofs = implement(FreshProofService, {
    async getFreshProof() {
      await known.whileAsked?.();
      return { proof: known.proof };
    },
  });
  const plans = implement(PlanFactsService, {
    ...refusing(PlanFactsService),
    getPlanFacts: async ({ accountId }) => {
      const subscription = known.plans?.get(accountId);
      return { enabled: known.plans !== undefined, ...(subscription && { subscription }) };
    },
  });
  const verifier = createVerifier({ ...verifierKeys, clock });
  const server = await serve({
    ...{
      service: 'identity',
      verifier,
      implementations: [people, facts, proofs, plans, known.customers.implementation],
    },
    ...{ host: '127.0.0.1', port: 0, log: silentLog, clock },
  });
  atEnd(() => server.drain(0));
  return `127.0.0.1:${server.port}`;
}
