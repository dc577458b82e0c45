/** Where media's blobs lie. Everything below a prefix is written once and deleted whole. */
export const blobLayout = {
  /** The file as it was uploaded. */
  master: (assetId: string) => `masters/${assetId}/file`,
  masterPrefix: (assetId: string) => `masters/${assetId}/`,
  renditions: (assetId: string, version: string, attempt: number) => `renditions/${assetId}/${version}/${attempt}/`,
  renditionsOfVersion: (assetId: string, version: string) => `renditions/${assetId}/${version}/`,
  renditionsOfAsset: (assetId: string) => `renditions/${assetId}/`,
  pictureMaster: (pictureId: string) => `pictures/${pictureId}/master.jpg`,
  picture: (pictureId: string, width: number, format: string) => `pictures/${pictureId}/${width}.${format}`,
  picturePrefix: (pictureId: string) => `pictures/${pictureId}/`,
};
