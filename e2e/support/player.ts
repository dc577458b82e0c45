import { expect, type Page } from '@playwright/test';

const video = (page: Page) => page.locator('video').first();

/** Milliseconds from the start of the film. */
export const position = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.currentTime * 1000);

/** Up to where the film is loaded, in seconds from its start. */
export const bufferedTo = (page: Page) =>
  video(page).evaluate(({ buffered }: HTMLVideoElement) =>
    buffered.length > 0 ? buffered.end(buffered.length - 1) : 0,
  );

/** Frames that the browser really decoded. */
export const decodedFrames = (page: Page) =>
  video(page).evaluate((element: HTMLVideoElement) => element.getVideoPlaybackQuality().totalVideoFrames);

/** The height of the picture that plays, in pixels: the quality. */
export const pictureHeight = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.videoHeight);

/** The second at which this visit began to play. */
export const startedAt = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.played.start(0));

/** Starts playing where the browser waits for a gesture, and waits until frames come. */
export async function untilPlaying(page: Page): Promise<void> {
  await expect(video(page)).toBeAttached();
  await expect
    .poll(
      () =>
        video(page).evaluate((element: HTMLVideoElement) => {
          if (element.paused && element.readyState >= 2) element.play().catch(() => {});
          // A film that resumes has a position before it plays.
          return !element.paused && element.currentTime > 0 && element.played.length > 0;
        }),
      { timeout: 60_000 },
    )
    .toBe(true);
}
