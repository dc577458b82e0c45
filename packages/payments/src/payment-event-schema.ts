import { z } from 'zod';

const BYTES_MAX = 262_144;

/** An event of a payment provider as its webhook got it: the bytes that are signed, and their signature. */
export const paymentEventSchema = z.object({
  body: z.custom<Uint8Array>((body) => body instanceof Uint8Array && body.length > 0 && body.length <= BYTES_MAX),
  signature: z.string().min(1).max(2_000),
});
