/** How often a picture of the camera is looked at. */
const LOOK_MS = 120;
/** A code that stays in view is one scan; out of view for this long, it is another one. */
const GONE_MS = 3_000;
/** Wide enough for the code of a ticket at arm's length, small enough to be read between two frames. */
const WIDTH_MAX = 800;

type Detector = { detect(image: CanvasImageSource & ImageBitmapSource): Promise<{ rawValue: string }[]> };
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> };

/** The reader of the browser, or a library in its place. Some browsers have a reader that knows no QR codes. */
async function qrDetector(): Promise<Detector> {
  const own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  const formats = (await own?.getSupportedFormats().catch(() => [])) ?? [];
  if (own && formats.includes('qr_code')) return new own({ formats: ['qr_code'] });
  const { BarcodeDetector } = await import('qr/decode.js');
  return new BarcodeDetector({ formats: ['qr_code'] }) as unknown as Detector;
}

/** Loads what reads pictures, so that it is here when there is no network. */
export async function prepareReader(): Promise<void> {
  await qrDetector();
}

/**
 * Shows the camera in a video element, and calls `onCode` once for each code that comes into view, until `signal` aborts.
 * Rejects when there is no camera, or it may not be used.
 */
export async function readCamera(
  video: HTMLVideoElement,
  onCode: (text: string) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const [detector, stream] = await Promise.all([
    qrDetector(),
    navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: 'environment', width: { ideal: 1280 } } }),
  ]);
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', stop);
  if (signal.aborted) return stop();
  video.srcObject = stream;
  await video.play();
  const canvas = document.createElement('canvas');
  let last = { text: '', seenAt: 0 };
  while (!signal.aborted) {
    const text = await look(detector, video, canvas);
    const now = performance.now();
    if (text && (text !== last.text || now - last.seenAt > GONE_MS)) await onCode(text);
    if (text) last = { text, seenAt: performance.now() };
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** The code in the picture as it is now, if there is one. */
async function look(detector: Detector, video: HTMLVideoElement, canvas: HTMLCanvasElement): Promise<string> {
  if (video.videoWidth === 0) return '';
  const scale = Math.min(1, WIDTH_MAX / video.videoWidth);
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext('2d', { willReadFrequently: true })?.drawImage(video, 0, 0, canvas.width, canvas.height);
  const [found] = await detector.detect(canvas).catch(() => []);
  return found?.rawValue ?? '';
}
