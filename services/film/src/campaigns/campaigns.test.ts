import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import {
  AdEvent,
  type Campaign,
  CampaignState,
  type SaveCampaignRequestSchema,
} from '@marquee/contracts/film/v1/campaigns_pb';
import { ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { FilmActionKind } from '@marquee/contracts/film/v1/moderation_pb';
import { newId } from '@marquee/data/ids';
import { AD_SECONDS_MAX } from '@marquee/rules/ads';
import { CAMPAIGN_LIMITS, CAMPAIGN_MESSAGES } from '@marquee/rules/campaigns';
import { encodeClientInfo } from '@marquee/runtime/client-info';
import { type FilmHarness, filmService } from '../testing/film-service.ts';
import * as showings from './showings.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const id = () => ({ requestId: newId() });

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService();
});
beforeEach(async () => {
  await film.db.query('DELETE FROM campaigns');
});

type Fields = MessageInitShape<typeof SaveCampaignRequestSchema>;
const later = (ms: number) => timestampFromDate(new Date(film.clock.now().getTime() + ms));
async function setTrailer(filmId: string, durationMs: number): Promise<void> {
  const text = `UPDATE media_copies SET duration_ms = $2, width = 640, height = 360
    WHERE media_id = (SELECT trailer_media_id FROM films WHERE id = $1)`;
  await film.db.query(text, [filmId, durationMs]);
}
/** A film whose trailer can be an ad. */
async function promoted(durationMs = 20_000): Promise<string> {
  const filmId = await film.releasedFilm(film.maker());
  await setTrailer(filmId, durationMs);
  return filmId;
}
async function save(fields: Fields): Promise<Campaign> {
  const request = { ...id(), title: 'Rivers', clickUrl: 'https://shop.example/?a=1&b=2', enabled: true, ...fields };
  const { campaign } = await film.staff().campaigns.saveCampaign(request);
  if (!campaign) throw new Error('no campaign was given');
  return campaign;
}
const change = ({ id: campaignId, filmId, version }: Campaign, fields: Fields) =>
  save({ campaignId, filmId, expectedVersion: version, ...fields });
const find = async ({ id: campaignId }: Campaign) => film.staff().campaigns.getCampaign({ campaignId });

/** Where a new viewer of a film is sent for ads. */
async function tagOf(filmId: string, overrides?: Parameters<FilmHarness['lover']>[0]): Promise<string> {
  const lover = film.lover(overrides);
  await lover.watch.unlockFilm({ ...id(), filmId });
  return (await lover.watch.startPlayback({ ...id(), filmId, nativeHls: false })).adTagUrl;
}
async function showingOf(filmId: string): Promise<string> {
  const showingId = /^\/ads\/([0-9a-f-]{36})$/.exec(await tagOf(filmId))?.[1];
  if (!showingId) throw new Error('there is no ad');
  return showingId;
}
const report = async (showingId: string, ...events: AdEvent[]) => {
  for (const event of events) await film.visitor().ads.recordAdEvent({ showingId, event });
};

test('a campaign that runs is shown to who has no plan, before films on demand that they may watch [WAT-11:house] [WAT-11]', async () => {
  const watched = await film.releasedFilm(film.maker());
  const filmId = await promoted();
  expect(await tagOf(watched)).toBe('');
  const campaign = await save({ filmId, companionText: 'Boats & <rivers>', skipAfterSeconds: 5 });
  expect(campaign).toMatchObject({ version: 1n, filmTitle: 'The Quiet of Long Rivers', state: CampaignState.RUNNING });

  for (const plan of ['FREEMIUM', 'PRO', 'PREMIUM'] as const) expect(await tagOf(watched, { plan })).toBe('');
  expect(await tagOf(watched, { consumerType: 'B2B' })).toBe('');
  const staff = film.staff();
  expect((await staff.watch.startPlayback({ ...id(), filmId: watched, nativeHls: false })).adTagUrl).toBe('');
  const maker = film.maker();
  const screening = await film.releasedFilm(maker);
  await maker.studio.updateFilm({ ...id(), filmId: screening, releaseType: ReleaseType.SCREENING });
  expect(await tagOf(screening)).toBe('');
  // Nobody sees an ad for what they are about to watch.
  expect(await tagOf(filmId)).toBe('');

  const [first, second] = [await showingOf(watched), await showingOf(watched)];
  expect(first).not.toBe(second);
  const ad = await film.visitor().ads.getAd({ showingId: first });
  expect(ad).toMatchObject({
    // What staff call it is theirs.
    ...{
      title: 'The Quiet of Long Rivers',
      companionText: 'Boats & <rivers>',
      clickUrl: 'https://shop.example/?a=1&b=2',
      filmId,
    },
    ...{ skipAfterSeconds: 5, durationMs: 20_000, width: 640, height: 360 },
    ...{ signedUrl: expect.stringMatching(/^\/v\//), dashManifest: expect.stringMatching(/\.mpd$/) },
  });
});

test('no ad is shown for a film that cannot be watched where the viewer is [WAT-11:house WAT-03]', async () => {
  const [watched, filmId] = [await film.releasedFilm(film.maker()), await promoted()];
  await save({ filmId });
  const limit = 'UPDATE films SET allowed_locations = $2::jsonb WHERE id = $1';
  await film.db.query(limit, [filmId, JSON.stringify([{ country: 'PT', region: '', city: '' }])]);
  const viewer = film.lover().viewer;
  await film.as(viewer).watch.unlockFilm({ ...id(), filmId: watched });
  const tagFrom = async (country?: string) => {
    const place = country ? { country } : undefined;
    const { watch } = film.as(viewer, { clientInfoBytes: encodeClientInfo({ ip: '193.136.128.1', place }) });
    return (await watch.startPlayback({ ...id(), filmId: watched, nativeHls: false })).adTagUrl;
  };
  expect([await tagFrom('ES'), await tagFrom()]).toEqual(['', '']);
  expect(await tagFrom('PT')).toMatch(/^\/ads\//);
});

test('no ad is shown before the start of its campaign, from its end on, while it is off, or without a video that plays [WAT-11:window]', async () => {
  const watched = await film.releasedFilm(film.maker());
  const filmId = await promoted();
  const campaign = await save({ filmId, startsAt: later(HOUR_MS), endsAt: later(2 * HOUR_MS) });
  const state = async () => (await find(campaign)).campaign?.state;
  expect([await state(), await tagOf(watched)]).toEqual([CampaignState.SCHEDULED, '']);
  film.clock.advance(HOUR_MS);
  expect(await state()).toBe(CampaignState.RUNNING);
  const showing = await showingOf(watched);
  film.clock.advance(HOUR_MS);
  expect([await state(), await tagOf(watched)]).toEqual([CampaignState.ENDED, '']);
  const endless = await change(campaign, { endsAt: undefined });
  await showingOf(watched);
  await setTrailer(filmId, (AD_SECONDS_MAX + 1) * 1_000);
  expect([await state(), await tagOf(watched)]).toEqual([CampaignState.NO_VIDEO, '']);
  await setTrailer(filmId, AD_SECONDS_MAX * 1_000);
  await film.staff().backOffice.setFilmFlags({ ...id(), filmId, isApproved: false });
  expect([await state(), await tagOf(watched)]).toEqual([CampaignState.NO_VIDEO, '']);
  await expect(film.visitor().ads.getAd({ showingId: showing })).rejects.toMatchObject({
    reason: 'FILM_NOT_FOUND',
  });
  await film.staff().backOffice.setFilmFlags({ ...id(), filmId, isApproved: true });
  expect((await change(endless, { enabled: false })).state).toBe(CampaignState.OFF);
  expect(await tagOf(watched)).toBe('');
});

test('each event of a showing is counted once, by its campaign and day [WAT-11:counts]', async () => {
  const watched = await film.releasedFilm(film.maker());
  const campaign = await save({ filmId: await promoted() });
  const { IMPRESSION, START, FIRST_QUARTILE, MIDPOINT, THIRD_QUARTILE, COMPLETE, SKIP, CLICK, ERROR } = AdEvent;
  const whole = [IMPRESSION, START, FIRST_QUARTILE, MIDPOINT, THIRD_QUARTILE, COMPLETE];
  const [first, skipped, broken] = [await showingOf(watched), await showingOf(watched), await showingOf(watched)];
  await report(first, ...whole, ...whole, CLICK, CLICK);
  await report(skipped, IMPRESSION, START, SKIP);
  await Promise.all(Array.from({ length: 5 }, () => report(broken, ERROR)));
  // What nobody was shown is counted nowhere.
  await report(crypto.randomUUID(), IMPRESSION);
  await report('no id', IMPRESSION);
  await expect(report(first, AdEvent.UNSPECIFIED)).rejects.toMatchObject({ fields: [{ field: 'event' }] });
  const counts = {
    ...{ served: 3n, impressions: 2n, starts: 2n, firstQuartiles: 1n, midpoints: 1n, thirdQuartiles: 1n },
    ...{ completes: 1n, skips: 1n, clicks: 1n, errors: 1n },
  };
  const today = film.clock.now().toISOString().slice(0, 10);
  expect(await find(campaign)).toMatchObject({ campaign: { counts }, days: [{ day: today, counts }] });

  // What takes no more events is summed; reports that come later change nothing.
  film.clock.advance(DAY_MS + 1);
  await showingOf(watched);
  await Promise.all([1, 2].map(() => showings.fold(film.db, film.clock.now())));
  expect(await film.db.query('SELECT 1 FROM campaign_showings')).toHaveLength(1);
  await report(skipped, CLICK);
  const tomorrow = new Date(film.clock.now()).toISOString().slice(0, 10);
  const { campaign: later, days } = await find(campaign);
  expect(later?.counts).toMatchObject({ ...counts, served: 4n });
  expect(days).toMatchObject([
    { day: tomorrow, counts: { served: 1n, impressions: 0n } },
    { day: today, counts },
  ]);
  // A second sum is added to the first.
  film.clock.advance(DAY_MS + 1);
  await showings.fold(film.db, film.clock.now());
  expect((await find(campaign)).campaign?.counts).toMatchObject({ ...counts, served: 4n });
});

test('campaigns are listed page by page, the newest first, and by their state', async () => {
  const filmId = await promoted();
  const made: Campaign[] = [];
  for (const enabled of [true, false, true]) made.push(await save({ filmId, enabled }));
  const [one, two, three] = made.map((campaign) => campaign.id);
  const { campaigns } = film.staff();
  const ids = ({ campaigns: list }: { campaigns: Campaign[] }) => list.map((campaign) => campaign.id);
  const first = await campaigns.listCampaigns({ pageSize: 2 });
  expect(ids(first)).toEqual([three, two]);
  const second = await campaigns.listCampaigns({ pageSize: 2, cursor: first.nextCursor });
  expect([ids(second), second.nextCursor]).toEqual([[one], '']);
  expect(ids(await campaigns.listCampaigns({ state: CampaignState.OFF }))).toEqual([two]);
  expect(ids(await campaigns.listCampaigns({ state: CampaignState.RUNNING }))).toEqual([three, one]);
  await expect(campaigns.listCampaigns({ cursor: first.nextCursor, state: CampaignState.OFF })).rejects.toMatchObject({
    reason: 'CURSOR_INVALID',
  });
});

test('what somebody else changed meanwhile is not overwritten or deleted, and the history of the film has each change', async () => {
  const filmId = await promoted();
  const campaign = await save({ filmId, clickUrl: '', skipAfterSeconds: 0 });
  const changed = await change(campaign, {
    title: 'Rivers again',
    clickUrl: '',
    companionText: 'Boats',
    enabled: false,
  });
  expect(changed).toMatchObject({ id: campaign.id, version: 2n, title: 'Rivers again' });
  expect(changed.skipAfterSeconds).toBeUndefined();
  await expect(change(campaign, {})).rejects.toMatchObject({ code: Code.Aborted, reason: 'CAMPAIGN_CHANGED' });
  const { campaigns, moderation } = film.staff();
  const gone = { campaignId: campaign.id };
  await expect(campaigns.deleteCampaign({ ...gone, expectedVersion: 1n })).rejects.toMatchObject({
    reason: 'CAMPAIGN_CHANGED',
  });
  for (let i = 0; i < 2; i++) await campaigns.deleteCampaign({ ...gone, expectedVersion: 2n });
  await expect(campaigns.getCampaign(gone)).rejects.toMatchObject({ reason: 'CAMPAIGN_NOT_FOUND' });
  const { actions } = await moderation.listFilmActions({ filmId, pageSize: 3 });
  const last = 'Rivers again, Boats, not skipped, off';
  expect(actions.map(({ kind, changes }) => [FilmActionKind[kind], changes])).toMatchObject([
    ['CAMPAIGN_DELETED', [{ field: 'campaign', before: last, after: '' }]],
    ['CAMPAIGN_SAVED', [{ before: 'Rivers, skipped after 0 s, enabled', after: last }]],
    ['CAMPAIGN_SAVED', [{ before: '', after: 'Rivers, skipped after 0 s, enabled' }]],
  ]);
});

test('a campaign needs a film with a short trailer, keeps it, and there are not too many', async () => {
  const filmId = await promoted((AD_SECONDS_MAX + 1) * 1_000);
  await expect(save({ filmId })).rejects.toMatchObject({
    ...{ reason: 'CAMPAIGN_WITHOUT_VIDEO', fields: [{ field: 'filmId', message: CAMPAIGN_MESSAGES.noTrailer }] },
  });
  await expect(save({ filmId: newId() })).rejects.toMatchObject({ reason: 'FILM_NOT_FOUND' });
  await setTrailer(filmId, AD_SECONDS_MAX * 1_000);
  const campaign = await save({ filmId });
  for (const wrong of [{ filmId: await promoted() }, { campaignId: newId() }, { campaignId: 'no id' }]) {
    await expect(change(campaign, wrong)).rejects.toMatchObject({ reason: 'CAMPAIGN_NOT_FOUND' });
  }
  const startsAt = later(HOUR_MS);
  await expect(save({ filmId, startsAt, endsAt: startsAt })).rejects.toMatchObject({ fields: [{ field: 'endsAt' }] });
  await film.db.query(
    `INSERT INTO campaigns (id, title, film_id, click_url, companion_text, enabled, updated_by, updated_at)
     SELECT gen_random_uuid(), 'Filler', $1, '', '', false, $2, now() FROM generate_series(2, $3::int)`,
    [filmId, newId(), CAMPAIGN_LIMITS.campaignsMax],
  );
  await expect(save({ filmId })).rejects.toMatchObject({ reason: 'CAMPAIGNS_FULL' });
  expect((await change(campaign, { title: 'Still possible' })).version).toBe(2n);
});

test('nobody but staff makes campaigns, and a film that is removed for good takes its own with it', async () => {
  const filmId = await promoted();
  const campaign = await save({ filmId });
  for (const { campaigns } of [film.lover(), film.maker()]) {
    await expect(campaigns.listCampaigns({})).rejects.toMatchObject({ code: Code.PermissionDenied });
  }
  await film.staff().backOffice.removeFilm({ filmId });
  await expect(find(campaign)).rejects.toMatchObject({ reason: 'CAMPAIGN_NOT_FOUND' });
});
