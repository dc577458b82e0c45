import { z } from 'zod';

/** Where an address is registered, as far as that is known. */
export type Place = {
  /** ISO 3166-1 alpha-2. */
  country: string;
  region?: string | undefined;
  city?: string | undefined;
};

/** What BROWSER_CALLER says about the browser behind a call. Its service token proves who says it. */
export type ClientInfo = {
  /** Empty when unknown, as is the user agent. */
  ip: string;
  userAgent: string;
  place?: Place | undefined;
  /** The language of its pages, as BCP 47; empty when unknown. */
  language?: string | undefined;
};

const TEXT_CHARACTERS_MAX = 512;
const PLACE_CHARACTERS_MAX = 60;

const cutTo = (charactersMax: number) => z.string().transform((text) => text.slice(0, charactersMax));
const placeSchema = z.object({
  country: z.string().regex(/^[A-Z]{2}$/),
  region: cutTo(PLACE_CHARACTERS_MAX).optional(),
  city: cutTo(PLACE_CHARACTERS_MAX).optional(),
});
const clientInfoSchema = z.object({
  ip: cutTo(TEXT_CHARACTERS_MAX).default(''),
  userAgent: cutTo(TEXT_CHARACTERS_MAX).default(''),
  place: placeSchema.optional().catch(undefined),
  language: z
    .string()
    .regex(/^[a-z]{2}$/)
    .optional()
    .catch(undefined),
});

export const unknownClient: ClientInfo = Object.freeze({ ip: '', userAgent: '' });

/** Encodes a client info as metadata. Long texts are cut. */
export function encodeClientInfo(client: Partial<ClientInfo>): Buffer {
  return Buffer.from(JSON.stringify(clientInfoSchema.parse(client)));
}

/** Decodes metadata; gives the unknown client when it holds no client info. */
export function decodeClientInfo(bytes: Buffer | undefined): ClientInfo {
  try {
    return clientInfoSchema.parse(JSON.parse(String(bytes)));
  } catch {
    return unknownClient;
  }
}
