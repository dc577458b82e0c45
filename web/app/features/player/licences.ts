import type { Client } from '@connectrpc/connect';
import { DrmEncodingStatus } from '@marquee/contracts/film/v1/film_pb';
import type { StartPlaybackResponse, WatchService } from '@marquee/contracts/film/v1/watch_pb';

type Calls = Pick<Client<typeof WatchService>, 'getLicence'>;

/** A playback session with its first licence, where that was asked for already. */
export type Opened = { started: StartPlaybackResponse; licence?: Promise<string> | undefined };

const ask = async (calls: Calls, playbackSessionId: string) => (await calls.getLicence({ playbackSessionId })).clearKey;

/**
 * The first licence of a playback, asked for before the engine wants it, where it is sure to be wanted: of a film that is
 * protected, and has no licence servers.
 */
export function firstLicence(
  calls: Calls,
  { drmEncodingStatus, licenceServers, playbackSessionId }: StartPlaybackResponse,
): Promise<string> | undefined {
  if (drmEncodingStatus !== DrmEncodingStatus.COMPLETED || licenceServers.length > 0) return undefined;
  const licence = ask(calls, playbackSessionId);
  licence.catch(() => undefined);
  return licence;
}

/**
 * Licences of the session, by Clear Key: the first one as it was asked for before, and again if that failed. Of a film that was
 * not protected then they are asked for only if it has become so meanwhile, and where licence servers are configured only by a
 * browser that knows none.
 */
export function licences(
  calls: Calls,
  session: { readonly id: string },
  first: Promise<string> | undefined,
): () => Promise<string> {
  let early = first;
  return () => {
    const answer = early?.catch(() => ask(calls, session.id)) ?? ask(calls, session.id);
    early = undefined;
    return answer;
  };
}
