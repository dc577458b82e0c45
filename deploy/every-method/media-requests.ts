import type { RequestEntries } from './request-entries.ts';

/** Valid requests of methods of media. */
export const mediaRequests: RequestEntries = {
  'media.v1.MediaService/StartTranscode': {
    why: 'the video must not be converted yet',
    values: async (scene) => ({ assetId: await scene.videoBeforeTranscode() }),
  },
  'media.v1.MediaService/AddTextTrack': {
    why: 'the file has to be WebVTT or SRT, in a language of films',
    values: async () => ({
      ...{ language: 'fr', fileName: 'film.srt' },
      data: Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nOui.'),
    }),
  },
  'media.v1.MediaService/SetAudioDescription': {
    why: 'the video must have a sound',
    values: async (scene) => ({ assetId: await scene.videoWithSound() }),
  },
  'media.v1.MediaService/MoveTranscodeToFront': {
    why: 'the conversion must not have begun, of a video of a film',
    values: async (scene) => ({ assetId: await scene.filmVideoInTranscode() }),
  },
  'media.v1.MediaService/StartProtection': {
    why: 'the video must be converted',
    values: async (scene) => ({ assetId: await scene.convertedVideo() }),
  },
  'media.v1.PlaybackService/IssueLicence': {
    why: 'the video must be protected, and no licence server is configured',
    values: async (scene) => ({ assetId: await scene.protectedVideo(), playbackSessionId: '', filmId: '' }),
  },
  'media.v1.UploadLinkService/OpenUploadLink': {
    why: 'the token is that of a link for uploads',
    values: async (scene) => ({ token: (await scene.uploadLink()).token }),
  },
  'media.v1.WorkerKeyService/RevokeWorkerKey': {
    why: 'the key must exist',
    values: async (scene) => ({ keyId: await scene.workerKey() }),
  },
  'media.v1.MediaService/CancelTranscode': {
    why: 'the conversion must not be over',
    values: async (scene) => ({ assetId: await scene.videoInTranscode() }),
  },
};
