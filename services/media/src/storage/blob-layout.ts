/** The keys of media's blobs. What lies below a prefix is written once and deleted together. */
export const blobLayout = {
  /** The file as it was uploaded. */
  master: (assetId: string) => `masters/${assetId}/file`,
  /** Bytes that do not fill a part yet, while a file is uploaded into a bucket. */
  uploadTails: (assetId: string) => `masters/${assetId}/tail/`,
  masterPrefix: (assetId: string) => `masters/${assetId}/`,
  renditions: (assetId: string, version: string, attempt: number) => `renditions/${assetId}/${version}/${attempt}/`,
  renditionsOfVersion: (assetId: string, version: string) => `renditions/${assetId}/${version}/`,
  renditionsOfAsset: (assetId: string) => `renditions/${assetId}/`,
  textTrack: (assetId: string, id: string) => `texts/${assetId}/${id}/cues.vtt`,
  textTrackPrefix: (assetId: string, id: string) => `texts/${assetId}/${id}/`,
  textTracksOfAsset: (assetId: string) => `texts/${assetId}/`,
  /** The asset that a prefix of `renditions` belongs to. */
  assetOfRenditions: (prefix: string) => /^renditions\/([^/]+)\//.exec(prefix)?.[1],
  pictureMaster: (pictureId: string) => `pictures/${pictureId}/master.jpg`,
  picture: (pictureId: string, size: string, format: string) => `pictures/${pictureId}/${size}.${format}`,
  /** The asset whose master prefix this is. */
  assetOfMasterPrefix: (prefix: string) => /^masters\/([^/]+)\/$/.exec(prefix)?.[1],
  picturePrefix: (pictureId: string) => `pictures/${pictureId}/`,
};
