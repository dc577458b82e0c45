import { licenceServersOf, licenceServerVariables } from '@marquee/service/licence-servers';
import { secret } from '@marquee/service/secret';
import { z } from 'zod';
import { LOUDNESS_TARGET_LUFS } from './quality/plan-gain.ts';

const port = z.coerce.number().int().min(0).max(65_535);

const TOKEN_KEY_BYTES = 32;

/** `id:base64` of keys, separated by commas. */
function keyring(name: string, isLongEnough: (bytes: number) => boolean) {
  return z.string().transform((text, context) => {
    const keys = text.split(',').map((part) => {
      const [id = '', secret = ''] = part.trim().split(':');
      return { id, secret: Buffer.from(secret, 'base64') };
    });
    const [first, ...others] = keys;
    if (!first || keys.some((key) => !/^[A-Za-z0-9_-]{1,16}$/.test(key.id) || !isLongEnough(key.secret.length))) {
      context.addIssue({ code: 'custom', message: `${name} must hold id:base64 of at least 32 bytes each` });
      return z.NEVER;
    }
    return [first, ...others] as const;
  });
}

/** The variables of media. `mediaConfig` says which of them do not fit together. */
export const mediaVariables = z.object({
  UPLOADS_DIR: z
    .string()
    .min(1)
    .describe(
      'a private folder of unfinished uploads, on a disk that survives restarts; unused where blobs are in a bucket, which holds uploads too',
    ),
  UPLOADS_ROOM_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(2 * 1024 ** 4)
    .describe(
      "bytes that all open uploads may reserve where blobs are in a bucket; elsewhere the disk's free space is the limit",
    ),
  UPLOADS_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(32)
    .describe('uploads that this process receives at one time into a bucket; each holds up to 16 MiB of memory'),
  CLAMD_URL: z
    .string()
    .regex(/^((tcp:\/\/[^/]+:[0-9]+|unix:\/\/\/.+))?$/, 'CLAMD_URL must be tcp://host:port or unix:///path')
    .default('')
    .describe(
      'a clamd that looks for malware in each uploaded file, as `tcp://host:port` or `unix:///path`; while it cannot be reached, files wait for their check. Empty: no file is looked through',
    ),
  SCRATCH_DIR: z
    .string()
    .min(1)
    .describe(
      'a private folder of work files, in which each service empties a folder of its own at start; holds a master and its renditions during a transcode',
    ),
  MEDIA_HTTP_PORT: port.default(0).describe('port of uploads, pictures and playback; 0 takes a free one'),
  PLAYBACK_KEYS: secret(
    keyring('PLAYBACK_KEYS', (bytes) => bytes >= 32),
    'keyring',
  ).describe(
    'keys of playback tokens as `id:base64` of 32 bytes or more, separated by commas: the first signs, all verify. To rotate, append the new key, move it to the front once every process has it, and remove the old one a day later',
  ),
  PROTECTION_KEYS: secret(
    keyring('PROTECTION_KEYS', (bytes) => bytes === 32),
    'keyring',
  ).describe(
    'keys that seal the keys of protected films, as `id:base64` of 32 bytes, separated by commas: the first seals, all open. To rotate, put the new key first; keep the old one for as long as films that it sealed are protected. Without its key a protected film cannot be played',
  ),
  ...licenceServerVariables,
  DRM_TOKEN_KEY: z
    .string()
    .transform((text) => (text === '' ? undefined : Buffer.from(text, 'base64')))
    .refine((key) => key === undefined || key.length === TOKEN_KEY_BYTES, 'must be 32 bytes in base64')
    .optional()
    .describe(
      'seals what a licence server is sent with each request: who plays which film, and its keys; 32 bytes in base64, which that server has too. Must be set with any DRM_…_URL',
    ),
  CURSOR_KEY: secret().describe('authenticates the cursors of lists'),
  UPLOAD_LINK_KEY: secret().describe(
    'signs the links by which partners without an account upload; another key ends them all',
  ),
  TRANSCODE_WORKER: z.enum(['0', '1']).default('1').describe('`0`: this process does not transcode; others do'),
  TRANSCODES_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(1)
    .describe('transcodes that this process runs at one time'),
  TRANSCODE_THREADS: z.coerce
    .number()
    .int()
    .min(0)
    .max(256)
    .default(0)
    .describe('threads of each encoder; 0 takes as many as the machine has'),
  LOUDNESS_TARGET_LUFS: z.coerce
    .number()
    .min(-31)
    .max(-14)
    .default(LOUDNESS_TARGET_LUFS)
    .describe(
      'loudness by EBU R 128 that the sound of videos is raised or lowered to, in LUFS; -23 is what television has',
    ),
  X264_PRESET: z
    .enum(['ultrafast', 'superfast', 'veryfast', 'faster', 'fast', 'medium', 'slow', 'slower'])
    .default('veryfast')
    .describe('preset of the encoder: slower makes smaller files'),
  FFMPEG_PATH: z.string().optional().describe('ffmpeg, if not the one on the PATH'),
  FFPROBE_PATH: z.string().optional().describe('ffprobe, if not the one on the PATH'),
  PACKAGER_PATH: z.string().optional().describe('shaka-packager, if not the one that comes with it'),
  PATH: z.string().default('').describe('where ffmpeg and ffprobe are looked for'),
  SEGMENT_CACHE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(48 * 1024 * 1024)
    .describe('bytes of segments cached in memory'),
});

/** The environment of media. */
export const mediaConfig = mediaVariables.superRefine(refuseLicenceServers, { when: () => true });

/** Says of each variable of a licence server why it does not fit the others. */
function refuseLicenceServers(config: z.output<typeof mediaVariables>, context: z.RefinementCtx): void {
  const refuse = (path: keyof typeof config, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message, input: config });
  if (config.DRM_FAIRPLAY_URL && !config.DRM_FAIRPLAY_CERTIFICATE_URL) {
    refuse('DRM_FAIRPLAY_CERTIFICATE_URL', 'must be set with DRM_FAIRPLAY_URL.');
  }
  if (licenceServersOf(config).length > 0 && !config.DRM_TOKEN_KEY) {
    refuse('DRM_TOKEN_KEY', 'must be set with a licence server.');
  }
}

export type MediaConfig = z.output<typeof mediaConfig>;

/** The settings of uploads. */
export const uploadsConfigSchema = mediaVariables.pick({
  UPLOADS_DIR: true,
  UPLOADS_ROOM_BYTES: true,
  UPLOADS_AT_ONCE: true,
});
export type UploadsConfig = z.output<typeof uploadsConfigSchema>;
