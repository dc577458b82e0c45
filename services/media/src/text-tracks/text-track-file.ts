const FILE = /^text-([\da-f-]{36})\.vtt$/;

/** The name under which a track is served beside the manifests. */
export const textTrackFile = (id: string) => `text-${id}.vtt`;

/** The track of such a name. */
export const textTrackOfFile = (file: string): string | undefined => FILE.exec(file)?.[1];
