import { z } from 'zod';
import { PREPARING_FILMS_MAX } from './catalogue.ts';
import { UPLOAD_LIMITS } from './media.ts';
import { oneLine } from './plain-text.ts';
import { REQUEST_MESSAGES } from './request-messages.ts';

export const fileNameSchema = oneLine()
  .min(1, 'Please choose a file.')
  .max(UPLOAD_LIMITS.fileNameLengthMax, 'The name of this file is too long.');

const optionalFilmId = z
  .string()
  .refine((id) => id === '' || z.guid().safeParse(id).success, 'This film does not exist.');

/** Requests of media's methods. */
export const assetSchema = z.object({ assetId: z.string() });
export const bindAssetSchema = assetSchema.extend({ filmId: optionalFilmId, protect: z.boolean().optional() });
/** A film has one video to watch. */
export const listTranscodeProgressSchema = z.object({
  assetIds: z.array(z.string()).max(PREPARING_FILMS_MAX, REQUEST_MESSAGES.tooMany),
});
export const usePosterCandidateSchema = assetSchema.extend({ index: z.number() });
export const audioDescriptionSchema = assetSchema.extend({ index: z.number(), isDescription: z.boolean() });
export const listUploadsSchema = z.object({ filmId: optionalFilmId, pageSize: z.number(), cursor: z.string() });
