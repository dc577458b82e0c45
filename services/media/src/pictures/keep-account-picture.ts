import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SENT_PICTURE_BYTES_MAX, UPLOAD_REFUSALS, type UploadRefusal } from '@marquee/rules/media';
import { DomainError } from '@marquee/runtime/errors';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { MediaResources, MediaWrite } from '../resources.ts';
import { type KeptPicture, keepPicture } from './keep-picture.ts';
import * as pictures from './pictures.ts';

const DECODE_MS_MAX = 30_000;

export const keepAccountPictureSchema = z.object({
  ownerId: z.uuid(),
  data: z
    .instanceof(Uint8Array)
    .refine(({ length }) => length > 0 && length <= SENT_PICTURE_BYTES_MAX, 'A picture has 1 byte to 700 KiB.'),
});
type KeepAccountPicture = z.output<typeof keepAccountPictureSchema>;

/** Decodes the picture and stores its blob, before the transaction that writes its row. */
export async function decodePicture(
  resources: MediaResources,
  _viewer: Viewer,
  { data }: KeepAccountPicture,
): Promise<KeptPicture> {
  const input = join(resources.config.SCRATCH_DIR, `${randomUUID()}.sent`);
  try {
    await writeFile(input, data);
    const kept = await keepPicture(resources, input, AbortSignal.timeout(DECODE_MS_MAX));
    if (!kept.ok) throw pictureRefused(kept.refusal);
    return kept.picture;
  } finally {
    await rm(input, { force: true });
  }
}

/** Keeps a picture of an account. It is deleted after a day unless the account shows it by then [PRO-10]. */
export async function keepAccountPicture(
  { tx }: MediaWrite,
  _viewer: Viewer,
  { ownerId }: Pick<KeepAccountPicture, 'ownerId'>,
  picture: KeptPicture,
): Promise<KeptPicture> {
  await pictures.insertOwned(tx, { ...picture, ownerId });
  return picture;
}

/** A picture that cannot be decoded. */
export function pictureRefused(refusal: UploadRefusal): DomainError {
  const message = UPLOAD_REFUSALS[refusal];
  return new DomainError({ kind: 'INVALID', reason: refusal, message, fields: [{ field: 'data', message }] });
}
