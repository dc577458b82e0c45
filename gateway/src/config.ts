import { join } from 'node:path';
import { licenceServerVariables } from '@marquee/service/licence-servers';
import { z } from 'zod';

const root = join(import.meta.dirname, '..', '..');

/** The origins that a text names with spaces between. */
export const originsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text);

/** The gateway's environment. */
export const gatewayConfig = z.object({
  HOST: z.string().default('127.0.0.1').describe('where it listens'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe('port of the site'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address of http:// or https://' })
    .refine((text) => !URL.canParse(text) || new URL(text).pathname === '/', 'must have no path')
    .describe('the only source of absolute addresses'),
  MEDIA_HTTP_URL: z
    .url({ protocol: /^http$/, error: 'must be an address of http://' })
    .describe("address of media's HTTP server, such as `http://127.0.0.1:4102`, without TLS"),
  NOTIFICATION_HTTP_URL: z
    .url()
    .optional()
    .describe('address of the development inbox; set where all runs on one machine, and never by the chart'),
  TRUSTED_PROXIES: z.coerce
    .number()
    .int()
    .min(0)
    .max(5)
    .default(0)
    .describe('how many of our own proxies stand in front and add to X-Forwarded-For'),
  GEO_DATABASE: z
    .string()
    .optional()
    .describe('an MMDB file that says in which country addresses are; that of ip-location-db (CC0) unless set'),
  AD_ORIGINS: z
    .string()
    .default('')
    .refine(
      (text) => originsOf(text).every(isOrigin),
      'must be origins such as https://ads.example, with spaces between',
    )
    .describe(
      'the origins of the ad server, its videos and its counters, with spaces between, which pages may then reach; for film’s AD_TAG_URL',
    ),
  ...licenceServerVariables,
  PAYMENT_PROVIDER: z
    .enum(['', 'test', 'stripe'])
    .default('')
    .describe('who takes payments, as for the services: with `stripe` pages may load its script and its frames'),
  WEB_BUILD_DIR: z
    .string()
    .default(join(root, 'web', 'build'))
    .describe('the built web app, with `client` and `server` below'),
  ADMIN_BUILD_DIR: z
    .string()
    .default(join(root, 'admin', 'dist'))
    .describe('the built back office'),
  WEB_DEVELOPMENT: z
    .enum(['0', '1'])
    .default('0')
    .describe('`1` renders from the sources by Vite, for work on the web app'),
});
export type GatewayConfig = z.output<typeof gatewayConfig>;
