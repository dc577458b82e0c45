import { fixedClock } from '@marquee/testing/fixed-clock';
import { testPlatform } from '@marquee/testing/test-platform';
import { startHarness } from './film-service.ts';
import { startMediaDouble } from './media-double.ts';
import { startSettingsDouble } from './settings-double.ts';

/** Film on a real database, with doubles of media and of the settings of staff. */
export async function filmWithSettings() {
  const clock = fixedClock('2026-11-20T12:00:00.000Z');
  const alone = await testPlatform('film', { clock });
  const [media, settings] = [await startMediaDouble(alone), await startSettingsDouble(alone)];
  const addresses = { ...alone.addresses, media: media.address, marketing: settings.address };
  return { film: await startHarness({ platform: { ...alone, addresses }, media, clock }), settings };
}
