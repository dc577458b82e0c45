/** What a browser does with pixels: each file is a picture of 400 by 300, sent as a tenth of its width and height. */
export function drawPictures(): void {
  Object.assign(globalThis, {
    createImageBitmap: async () => ({ width: 400, height: 300, close: () => {} }),
  });
  HTMLCanvasElement.prototype.getContext = (() => ({ drawImage: () => {} })) as never;
  HTMLCanvasElement.prototype.toBlob = function toBlob(done: BlobCallback) {
    const bytes = new Uint8Array([this.width / 10, this.height / 10]);
    done({ size: bytes.length, arrayBuffer: async () => bytes.buffer } as Blob);
  };
}
