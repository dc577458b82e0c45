import { secret } from '@marquee/service/secret';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);

/** The environment of media. */
export const mediaConfig = z.object({
  /** Unfinished uploads, on a disk that survives restarts. Unused where blobs are in a bucket, which holds uploads too. */
  UPLOADS_DIR: z.string().min(1),
  /** Bytes that all open uploads may reserve where blobs are in a bucket. Elsewhere the disk's free space is the limit. */
  UPLOADS_ROOM_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(2 * 1024 ** 4),
  /** Uploads that this process receives at one time into a bucket; each holds up to 16 MiB of memory. */
  UPLOADS_AT_ONCE: z.coerce.number().int().min(1).max(10_000).default(32),
  /** Work files of transcodes; emptied at start. */
  SCRATCH_DIR: z.string().min(1),
  /** Port of uploads, pictures and playback; 0 takes a free one. */
  MEDIA_HTTP_PORT: port.default(0),
  /**
   * Keys of playback tokens as `id:base64` of 32 bytes or more, separated by commas: the first signs, all verify. To rotate,
   * append the new key, move it to the front once every process has it, and remove the old one a day later.
   */
  PLAYBACK_KEYS: secret(
    z.string().transform((text, context) => {
      const keys = text.split(',').map((part) => {
        const [id = '', secret = ''] = part.trim().split(':');
        return { id, secret: Buffer.from(secret, 'base64') };
      });
      const [first, ...others] = keys;
      if (!first || keys.some((key) => !/^[A-Za-z0-9_-]{1,16}$/.test(key.id) || key.secret.length < 32)) {
        context.addIssue({ code: 'custom', message: 'PLAYBACK_KEYS must hold id:base64 of at least 32 bytes each' });
        return z.NEVER;
      }
      return [first, ...others] as const;
    }),
    'keyring',
  ),
  /** Authenticates the cursors of lists. */
  CURSOR_KEY: secret(),
  /** '0': this process does not transcode; others do. */
  TRANSCODE_WORKER: z.enum(['0', '1']).default('1'),
  TRANSCODES_AT_ONCE: z.coerce.number().int().min(1).max(64).default(1),
  /** Threads of each encoder; 0 takes the machine's. */
  TRANSCODE_THREADS: z.coerce.number().int().min(0).max(256).default(0),
  X264_PRESET: z
    .enum(['ultrafast', 'superfast', 'veryfast', 'faster', 'fast', 'medium', 'slow', 'slower'])
    .default('veryfast'),
  FFMPEG_PATH: z.string().optional(),
  FFPROBE_PATH: z.string().optional(),
  PACKAGER_PATH: z.string().optional(),
  PATH: z.string().default(''),
  /** Bytes of segments cached in memory. */
  SEGMENT_CACHE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(48 * 1024 * 1024),
});

export type MediaConfig = z.output<typeof mediaConfig>;

/** The settings of uploads. */
export const uploadsConfigSchema = mediaConfig.pick({
  UPLOADS_DIR: true,
  UPLOADS_ROOM_BYTES: true,
  UPLOADS_AT_ONCE: true,
});
export type UploadsConfig = z.output<typeof uploadsConfigSchema>;
