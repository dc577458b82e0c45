const GIB = 1024 ** 3;
const MIB = 1024 ** 2;

/** Limits of an uploaded video. Sizes in bytes, times in seconds; sides in either orientation. */
export const VIDEO_LIMITS = {
  bytesMax: 20 * GIB,
  durationSMax: 12 * 60 * 60,
  longSideMax: 8192,
  shortSideMax: 4320,
  sideMin: 16,
  framesPerSecondMax: 120,
  tracksMax: 32,
  /** A video with fewer frames is refused as a still picture. */
  secondsPerFrameMax: 10,
  durationSMin: 0.5,
} as const;

export const PICTURE_LIMITS = {
  bytesMax: 50 * MIB,
  pixelsMax: 50_000_000,
  sideMin: 64,
} as const;

/** Per maker, over all films [STU-11]. */
export const UPLOAD_LIMITS = {
  openMax: 3,
  /** Files on their way: being sent, and finished ones that are checked or prepared or wait for it. */
  inWorkMax: 20,
  /** Files that arrived whole on one day (UTC), also those deleted since, with the ones being sent and the restarted. */
  perDayMax: 100,
  unfinishedBytesMax: 60 * GIB,
  lifetimeDays: 7,
  chunkBytes: 32 * MIB,
  /** Sent first and looked at before the rest: what the first bytes of a file can say of it. */
  headBytes: MIB,
  fileNameLengthMax: 255,
} as const;

/** A picture that a page sends with a form, such as a profile's: the browser shrinks it to this. */
export const SENT_PICTURE_BYTES_MAX = 700 * 1024;

/** The widths in which pages request pictures, in pixels. */
export const PICTURE_WIDTHS = {
  poster: [160, 320, 480, 800],
  still: [360, 640, 960, 1280, 1920],
} as const;

/** Every width that is served; others are refused, so that requests cannot fill the cache. */
export const PICTURE_WIDTHS_ALL = [160, 320, 360, 480, 640, 800, 960, 1280, 1920] as const;
export const PICTURE_FORMATS = ['avif', 'webp', 'jpg'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** A picture filled and cropped to exactly this size: film, trailer and poster in the studio, on wide layouts [STU-05]. */
export const THUMBNAIL = { width: 360, height: 202, name: '360x202' } as const;

/** The path of a picture in that width (never enlarged), or as a thumbnail. */
export function pictureUrl(imageId: string, size: number | typeof THUMBNAIL.name, format: PictureFormat): string {
  return `/media/images/${imageId}/${size}.${format}`;
}

/** The longest life of a playback token; heartbeats renew it. */
export const PLAYBACK_TOKEN_SECONDS_MAX = 10 * 60;

/** Why a file was refused, as the maker reads it. */
export const UPLOAD_REFUSALS = {
  EMPTY_FILE: 'This file is empty. Please choose another one.',
  MALWARE:
    'Our scanner found malware in this file, so we deleted it. Please check the device that it comes from, and upload a clean export.',
  VIDEO_TOO_LARGE: 'This file is larger than 20 GB. Please export a smaller master.',
  PICTURE_FILE_TOO_LARGE: 'This picture is larger than 50 MB. Please choose a smaller one.',
  NOT_A_VIDEO: 'We could not find a video in this file. Please upload MP4, MOV, MKV, WebM, MXF, AVI or MPEG.',
  FILE_TRUNCATED: 'This video is incomplete: its end is missing. Please export or copy it again.',
  NO_VIDEO_TRACK: 'This file has no video track, only sound or data. Please upload the film itself.',
  VIDEO_TOO_LONG: 'This video is longer than 12 hours.',
  VIDEO_TOO_SHORT: 'This video is shorter than half a second.',
  VIDEO_DIMENSIONS: 'This video is larger than 8192 × 4320 pixels. Please export it smaller.',
  VIDEO_TOO_SMALL: 'This video is smaller than 16 × 16 pixels.',
  FRAME_RATE_TOO_HIGH: 'This video has more than 120 frames a second. Please export it with fewer.',
  TOO_MANY_TRACKS: 'This file has more than 32 tracks. Please export it with fewer.',
  VIDEO_IS_A_STILL: 'This video is a still picture: it has less than one frame in 10 seconds.',
  VIDEO_FORMAT_UNKNOWN:
    'This video is in a format that we do not know. Please export it again, for example as H.264 in MP4.',
  SOUND_UNREADABLE: 'We could not read the sound of this video. Please export it with another format, such as AAC.',
  VIDEO_UNREADABLE: 'We could not read this video. Please export it again, for example as H.264 in MP4.',
  NOT_A_PICTURE: 'This file is not a picture that we can read. Please upload JPEG, PNG, WebP, AVIF or TIFF.',
  PICTURE_TOO_LARGE: 'This picture has more than 50 megapixels. Please choose a smaller one.',
  PICTURE_TOO_SMALL: 'This picture is smaller than 64 × 64 pixels. Please choose a larger one.',
  PICTURE_UNREADABLE: 'We could not read this picture. Please save it again, for example as JPEG.',
} as const;
export type UploadRefusal = keyof typeof UPLOAD_REFUSALS;

/** What its maker reads about a video that was accepted. */
export const SOURCE_NOTES = {
  SOUND_LEFT_OUT: 'A sound track in a format that we cannot read was left out.',
  SOUND_OF_TWO_CHANNELS:
    'The file does not say what its many sound channels are: the first two are used as left and right.',
  SUBTITLES_LEFT_OUT: 'The subtitles in this file were left out.',
  PICTURE_HELD: 'The sound is longer than the picture: the last picture stays until the sound ends.',
} as const;
export type SourceNote = keyof typeof SOURCE_NOTES;

export const MEDIA_MESSAGES = {
  uploadNotFound: 'This upload does not exist any more.',
  tooManyUploads: 'You have 3 uploads that are not finished. Please finish or cancel one first.',
  tooManyInWork: `${UPLOAD_LIMITS.inWorkMax} of your files are still being sent, checked or prepared. Please wait until one is done, or cancel one.`,
  tooManyToday: `You have uploaded or started again ${UPLOAD_LIMITS.perDayMax} files today. You can continue after midnight UTC.`,
  tooManyBytes: 'Your unfinished uploads would take more than 60 GB. Please finish or cancel one first.',
  storageFull: 'We have no room for this file at the moment. What you sent is safe. Please try again later.',
  storageUnavailable: 'We cannot reach our storage at the moment. What you sent is safe. Please try again in a minute.',
  uploadsPaused: 'Uploads are paused for a moment. What you sent is safe, and your upload continues by itself.',
  uploadsBusy: 'Many files are being uploaded at the moment. Your upload continues by itself.',
  uploadHeld: 'This file is being uploaded from another tab or device. Please try again in a minute.',
  transcodeFailed:
    'We could not prepare this video. Your file is safe. Please start again, or upload another export of it.',
  notAFilm: 'Only the film itself can be protected: everybody may see its trailer.',
  protectionFailed: 'Failed to encode: the video could not be encrypted. Please start again.',
  protectionNoRoom: 'Failed to encode: there was no room for the encrypted video. Please start again later.',
  protectionLost: 'Failed to encode: the encryption was interrupted several times. Please start again.',
  assetNotFound: 'This file does not exist.',
  assetNotReady: 'This file is not ready yet.',
  notProtected: 'This film is not protected: it plays without a licence.',
  noLicenceServer: 'No licence server is set up here. Please try another browser.',
  playbackTooEarly: 'This film has not started yet.',
  playbackExpired: 'Your access to this film has expired. Please open it again.',
  playbackEnded: 'You were signed out. Please sign in again to continue watching.',
  playbackForbidden: 'This address does not give access to this film.',
} as const;
