import type { Client } from '@connectrpc/connect';
import type { ProgrammeService } from '@marquee/contracts/festival/v1/programme_pb';
import type { ScreeningService } from '@marquee/contracts/festival/v1/screening_pb';
import type { FreshProofService } from '@marquee/contracts/identity/v1/fresh_proof_pb';
import type { PaymentCustomerService } from '@marquee/contracts/identity/v1/payment_customers_pb';
import type { PeopleService } from '@marquee/contracts/identity/v1/people_pb';
import type { PersonFactsService } from '@marquee/contracts/identity/v1/person_facts_pb';
import type { CoinHoldService } from '@marquee/contracts/rewards/v1/coins_pb';
import type { Reader } from '@marquee/data/prisma';
import type { Bus } from '@marquee/events/bus';
import type { OrderDesk } from '@marquee/payments/order-desk';
import type { Logger } from '@marquee/runtime/log';
import type { RateLimits } from '@marquee/runtime/rate-limits';
import type { Settings } from '@marquee/service/settings-reader';
import type { ServiceResources, Write } from '@marquee/service/use-case';
import type { PrismaClient } from '../gen/prisma/client.ts';
import type { Sales } from './checkout/sales.ts';
import type { FilmConfig } from './config.ts';
import type { Presence } from './premieres/presence.ts';
import type { Media } from './studio/media-client.ts';
import type { Audience } from './watch/audience.ts';
import type { PositionBuffer } from './watch/position-buffer.ts';
import type { SignedUrls } from './watch/signed-urls.ts';

/** All that the capabilities of film work with, built once in service.ts. */
export type FilmResources = ServiceResources & {
  /** The service's own, under which the bus stores how far it has read. */
  name: string;
  bus: Bus;
  prisma: Reader<PrismaClient>;
  rateLimits: RateLimits;
  log: Logger;
  media: Media;
  identity: Client<typeof PeopleService>;
  persons: Client<typeof PersonFactsService>;
  proofs: Client<typeof FreshProofService>;
  customers: Client<typeof PaymentCustomerService>;
  coins: Client<typeof CoinHoldService>;
  screenings: Client<typeof ScreeningService>;
  programme: Client<typeof ProgrammeService>;
  config: FilmConfig;
  /** What staff have set. */
  settings: Settings;
  positions: PositionBuffer;
  audience: Audience;
  presence: Presence;
  signedUrls: SignedUrls;
  /** The orders of films, for money and for coins. */
  desk: OrderDesk<FilmWrite>;
  /** Undefined where nobody can pay with money. */
  sales: Sales | undefined;
};

/** What a writing use case of film works with. */
export type FilmWrite = Write<FilmResources>;
