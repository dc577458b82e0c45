import type { Client } from '@connectrpc/connect';
import type { NoticeFactsService } from '@marquee/contracts/film/v1/notice_facts_pb';
import type { FreshProofService } from '@marquee/contracts/identity/v1/fresh_proof_pb';
import type { PaymentCustomerService } from '@marquee/contracts/identity/v1/payment_customers_pb';
import type { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import type { PersonFactsService } from '@marquee/contracts/identity/v1/person_facts_pb';
import type { PlanFactsService } from '@marquee/contracts/identity/v1/plans_pb';
import type { Bus } from '@marquee/events/bus';
import type { Logger } from '@marquee/runtime/log';
import type { RateLimits } from '@marquee/runtime/rate-limits';
import type { Verifier } from '@marquee/runtime/verifier';
import type { Settings } from '@marquee/service/settings-reader';
import type { ServiceResources, Write } from '@marquee/service/use-case';
import type { Sales } from './checkout/sales.ts';
import type { SoldOut } from './checkout/sold-out.ts';
import type { FestivalConfig } from './config.ts';
import type { EventViewers } from './dashboard/event-viewers.ts';
import type { AddressHashes } from './gifts/address-hashes.ts';
import type { Pictures } from './organizations/organization-pictures.ts';
import type { Passes } from './passes/passes.ts';
import type { TicketCodes } from './tickets/ticket-codes.ts';

/** All that the capabilities of festival work with, built once in service.ts. */
export type FestivalResources = ServiceResources & {
  /** The service's own, under which the bus stores how far it has read. */
  name: string;
  bus: Bus;
  log: Logger;
  config: FestivalConfig;
  identity: Client<typeof PeopleService>;
  persons: Client<typeof PersonFactsService>;
  proofs: Client<typeof FreshProofService>;
  customers: Client<typeof PaymentCustomerService>;
  plans: Client<typeof PlanFactsService>;
  pictures: Pictures;
  rateLimits: RateLimits;
  films: Client<typeof NoticeFactsService>;
  /** What staff have set. */
  settings: Settings;
  /** Undefined where nobody can pay. */
  sales: Sales | undefined;
  soldOut: SoldOut;
  eventViewers: EventViewers;
  ticketCodes: TicketCodes;
  passes: Passes;
  addressHashes: AddressHashes;
  verifier: Verifier;
  /** How much of the work that it takes at most this process should take now, from 0.1 to 1. */
  loopShare(): number;
};

/** What a writing use case of festival works with. */
export type FestivalWrite = Write<FestivalResources>;
