/** Whether the film can be, or is, played on another screen, such as a television. */
export type RemoteScreen = 'none' | 'offered' | 'connecting' | 'connected';

/** Why no screen was chosen; undefined when one was, or the viewer has closed the browser's list. */
export type RemoteFailure = 'NO_SCREEN' | 'FAILED' | undefined;

const nameOf = (cause: unknown) => (cause instanceof Error ? cause.name : '');

/**
 * Follows the Remote Playback API of a video element: the browser finds the screens and says when there is one for what
 * plays. Nothing is said where the browser has no such API, or does not allow it for this video.
 */
export function watchRemoteScreen(video: HTMLVideoElement, onChange: (screen: RemoteScreen) => void): () => void {
  const remote: RemotePlayback | undefined = video.remote;
  if (!remote || video.disableRemotePlayback) return () => {};
  let isOffered = false;
  let isStopped = false;
  let watched: number | undefined;
  const say = () => {
    if (isStopped) return;
    if (remote.state !== 'disconnected') onChange(remote.state);
    else onChange(isOffered ? 'offered' : 'none');
  };
  const offer = (offered: boolean) => {
    isOffered = offered;
    say();
  };
  const unwatch = (id: number) => remote.cancelWatchAvailability(id).catch(() => {});
  const events = ['connecting', 'connect', 'disconnect'] as const;
  for (const name of events) remote.addEventListener(name, say);
  remote.watchAvailability(offer).then(
    (id) => {
      watched = id;
      if (isStopped) void unwatch(id);
    },
    // A browser that cannot look for screens all the time looks for them when it is asked.
    (cause: unknown) => nameOf(cause) === 'NotSupportedError' && offer(true),
  );
  return () => {
    isStopped = true;
    for (const name of events) remote.removeEventListener(name, say);
    if (watched !== undefined) void unwatch(watched);
  };
}

/** Opens the browser's list of screens, in which one that is connected can be left too. */
export async function chooseRemoteScreen(video: HTMLVideoElement): Promise<RemoteFailure> {
  try {
    await video.remote.prompt();
    return undefined;
  } catch (cause) {
    const name = nameOf(cause);
    if (name === 'NotAllowedError' || name === 'AbortError') return undefined;
    return name === 'NotFoundError' ? 'NO_SCREEN' : 'FAILED';
  }
}
