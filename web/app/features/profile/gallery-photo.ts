/** The address of a gallery photo in a width that media serves. */
export function galleryPhotoUrl(path: string, width: 360 | 960): string {
  return `${path}/${width}.jpg`;
}
