import { PictureService } from '@marquee/contracts/media/v1/pictures_pb';
import { newId } from '@marquee/data/ids';
import { DomainError } from '@marquee/runtime/errors';
import { implement } from '@marquee/runtime/rpc/implement';
import { serve } from '@marquee/runtime/rpc/serve';
import type { Platform } from '@marquee/service/platform';

/** Bytes that the double refuses as media refuses a broken file. */
export const BROKEN = new Uint8Array([0]);

/** Bytes at which the double is unavailable. */
export const TOO_EARLY = new Uint8Array([0, 0]);

/** Media, as festival sees it: it keeps pictures. */
export async function startPicturesDouble(platform: Pick<Platform, 'log' | 'verifier' | 'clock'>) {
  const kept: { ownerId: string; bytes: number }[] = [];
  const pictures = implement(PictureService, {
    async keepPicture({ ownerId, data }) {
      if (data.length === BROKEN.length) {
        throw new DomainError({ kind: 'INVALID', reason: 'PICTURE_UNREADABLE', message: 'We could not read this.' });
      }
      if (data.length === TOO_EARLY.length) {
        throw new DomainError({ kind: 'UNAVAILABLE', reason: 'UNAVAILABLE', message: 'Please try again.' });
      }
      kept.push({ ownerId, bytes: data.length });
      const uri = `/media/images/${newId()}`;
      return { image: { uri, width: 1600, height: 900, widths: [360, 1280], thumbhash: 'aGFzaA==' } };
    },
    async convertPicture() {
      throw new Error('festival converts no pictures');
    },
  });
  const { log, verifier, clock } = platform;
  const rpc = await serve({
    ...{ service: 'media', host: '127.0.0.1', port: 0, log, verifier, clock },
    implementations: [pictures],
  });
  return { address: `127.0.0.1:${rpc.port}`, kept, stop: () => rpc.drain(1_000) };
}
