import { join } from 'node:path';
import { z } from 'zod';

const root = join(import.meta.dirname, '..', '..');

/** The gateway's environment. */
export const gatewayConfig = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** The only source of absolute addresses. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address of http:// or https://' })
    .refine((text) => !URL.canParse(text) || new URL(text).pathname === '/', 'must have no path'),
  /** media's HTTP port, such as http://127.0.0.1:4102; it is asked without TLS. */
  MEDIA_HTTP_URL: z.url({ protocol: /^http$/, error: 'must be an address of http://' }),
  /** notification's HTTP port for the development inbox; set where all runs on one machine, and never by the chart. */
  NOTIFICATION_HTTP_URL: z.url().optional(),
  /** How many proxies of ours stand in front and add to X-Forwarded-For. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  /** An MMDB file that says where addresses are; the countries of ip-location-db (CC0) by default. */
  GEO_DATABASE: z.string().optional(),
  /** The built web app: `client` and `server` lie below. */
  WEB_BUILD_DIR: z.string().default(join(root, 'web', 'build')),
  /** The built back office. */
  ADMIN_BUILD_DIR: z.string().default(join(root, 'admin', 'dist')),
  /** Renders from the sources by Vite, for whoever works on the web app. */
  WEB_DEVELOPMENT: z.enum(['0', '1']).default('0'),
});
export type GatewayConfig = z.output<typeof gatewayConfig>;
