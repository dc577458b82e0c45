import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { CampaignSchema, CampaignState } from '@marquee/contracts/film/v1/campaigns_pb';
import { Role } from '@marquee/contracts/identity/v1/account_pb';
import { CAMPAIGN_MESSAGES } from '@marquee/rules/campaigns';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aStudioFilm } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { doing, press, show } from '../testing/show.tsx';
import { asStaff } from '../testing/users.ts';

const counts = { served: 1_300n, impressions: 1_234n, completes: 700n, skips: 400n, clicks: 12n, errors: 3n };
const campaign = (part: object = {}) =>
  create(CampaignSchema, {
    ...{ id: 'c1', version: 3n, title: 'Rivers in spring', filmId: 'f1', filmTitle: 'Salt', enabled: true },
    ...{ state: CampaignState.RUNNING, counts, skipAfterSeconds: 5, clickUrl: 'https://shop.example/' },
    ...part,
  });
const open = (at: string, answers: Answers) => show(at, { ...asStaff(Role.ADMIN), ...answers });
const fill = (label: string, value: string) =>
  doing(() => fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value } }));

test('campaigns stand with their state, dates and counts, and their filter is in the URL [WAT-11:staff]', async () => {
  const endsAt = timestampFromDate(new Date(2026, 10, 24, 12));
  const others = [
    campaign({ id: 'c2', title: 'Salt again', state: CampaignState.NO_VIDEO, counts: undefined, endsAt }),
  ];
  const { sent, address } = await open('/campaigns', {
    listCampaigns: ({ state }) => ({ campaigns: state === CampaignState.OFF ? [] : [campaign(), ...others] }),
  });
  const table = await screen.findByRole('table', { name: 'Campaigns' });
  const cells = within(table).getAllByRole('row').slice(1);
  expect(cells.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Rivers in springSalt', 'Running', 'No dates', '1,234', '700', '400', '12'],
    ['Salt againSalt', 'No video', 'Until Nov 24, 2026 at 12:00\u00a0PM', '0', '0', '0', '0'],
  ]);
  expect(screen.getByRole('link', { name: 'Rivers in spring' }).getAttribute('href')).toBe('/campaigns/c1');
  expect(screen.getByRole('link', { name: 'New campaign' }).getAttribute('href')).toBe('/campaigns/new');
  await doing(() => fireEvent.click(screen.getByRole('combobox', { name: 'State' })));
  const off = await screen.findByRole('option', { name: 'Off' });
  await doing(() => fireEvent.click(off));
  expect(await screen.findByText('No campaign matches')).toBeTruthy();
  expect(address()).toBe('/campaigns?state=off');
  expect(sent('listCampaigns')).toMatchObject([{ state: CampaignState.UNSPECIFIED }, { state: CampaignState.OFF }]);
});

test('a list of campaigns that is empty says so, one that failed is asked for again, and who lacks the right sees no list', async () => {
  await open('/campaigns', { listCampaigns: inTurn<unknown[], unknown>(failing, () => ({})) as never });
  expect(await screen.findByRole('alert')).toBeTruthy();
  await press('Try again');
  expect(await screen.findByText('No campaigns yet')).toBeTruthy();
  await open('/campaigns', { listCampaigns: refusing(Code.PermissionDenied) });
  expect((await screen.findByRole('alert')).textContent).toBe("You don't have access to this page.");
});

test('a campaign is made of a film that is found by its words, once all fields hold', async () => {
  const film = aStudioFilm({ id: 'f1', filmTitle: 'Salt' });
  const { sent, address } = await open('/campaigns/new', {
    listAllFilms: () => ({ films: [film] }),
    getAnyFilm: () => ({ film }),
    saveCampaign: () => ({ campaign: campaign() }),
    getCampaign: () => ({ campaign: campaign() }),
  });
  await screen.findByRole('heading', { name: 'New campaign' });
  await fill('Where the ad leads', 'http://shop.example');
  await fill('Can be skipped after', 'soon');
  await press('Make the campaign');
  for (const wrong of ['title', 'film', 'clickUrl'] as const) {
    expect(screen.getByText(CAMPAIGN_MESSAGES[wrong])).toBeTruthy();
  }
  expect(screen.getByText(CAMPAIGN_MESSAGES.skipAfterSeconds)).toBeTruthy();
  expect(sent('saveCampaign')).toEqual([]);

  await fill('Title', 'Rivers in spring');
  await fill('Where the ad leads', 'https://shop.example/');
  await fill('Text beside the ad', 'Boats');
  await fill('Can be skipped after', '');
  await fill('First shown', '2026-12-01T20:00');
  await fill('Film whose trailer is the ad', 'salt');
  const option = await screen.findByRole('option', { name: 'Salt' });
  await doing(() => fireEvent.click(option));
  // What was corrected is not said to be wrong any more.
  for (const wrong of ['title', 'film', 'clickUrl', 'skipAfterSeconds'] as const) {
    expect(screen.queryByText(CAMPAIGN_MESSAGES[wrong])).toBeNull();
  }
  await press('Make the campaign');
  await waitFor(() => expect(address()).toBe('/campaigns/c1'));
  expect(sent('saveCampaign')).toMatchObject([
    {
      ...{ campaignId: '', expectedVersion: 0n, title: 'Rivers in spring', filmId: 'f1', companionText: 'Boats' },
      ...{ clickUrl: 'https://shop.example/', enabled: true, startsAt: timestampFromDate(new Date(2026, 11, 1, 20)) },
    },
  ]);
  const [saved] = sent('saveCampaign');
  expect([saved?.skipAfterSeconds, saved?.endsAt]).toEqual([undefined, undefined]);
});

test('a campaign shows its counts by day, and is turned off; a refusal stands in the form, and what was typed stays', async () => {
  const message = CAMPAIGN_MESSAGES.conflict;
  const { sent } = await open('/campaigns/c1', {
    getCampaign: () => ({ campaign: campaign(), days: [{ day: '2026-11-23', counts: { ...counts, served: 40n } }] }),
    saveCampaign: inTurn<unknown[], unknown>(refusing(Code.Aborted, { message }), () => ({
      campaign: campaign({ enabled: false }),
    })) as never,
  });
  const table = await screen.findByRole('table', { name: 'Counts by day' });
  expect(
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Day (UTC)PlaybacksShownStartedA quarterHalfThree quartersTo the endSkippedClickedFailed',
    'All so far1,3001,2340000700400123',
    '2026-11-23401,2340000700400123',
  ]);
  expect(screen.queryByLabelText('Film whose trailer is the ad')).toBeNull();
  await fill('Text beside the ad', 'Boats');
  await doing(() => fireEvent.click(screen.getByLabelText('Enabled')));
  await press('Save');
  expect(await screen.findByText(message)).toBeTruthy();
  expect((screen.getByLabelText('Text beside the ad') as HTMLInputElement).value).toBe('Boats');
  await press('Save');
  expect(await screen.findByText('The campaign was saved.')).toBeTruthy();
  expect(sent('saveCampaign')[1]).toMatchObject({
    ...{ campaignId: 'c1', expectedVersion: 3n, enabled: false, skipAfterSeconds: 5, companionText: 'Boats' },
  });
});

test('a campaign is deleted after a question, and one that somebody else changed is not', async () => {
  const message = CAMPAIGN_MESSAGES.conflict;
  const { sent, address } = await open('/campaigns/c1', {
    getCampaign: () => ({ campaign: campaign() }),
    deleteCampaign: inTurn<unknown[], unknown>(refusing(Code.Aborted, { message }), () => ({})) as never,
    listCampaigns: () => ({}),
  });
  expect(await screen.findByText('It was not shown yet.')).toBeTruthy();
  const remove = async () => {
    await press('Delete');
    const dialog = await screen.findByRole('dialog', { name: /^Delete the campaign Rivers in spring/ });
    await doing(() => fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' })));
  };
  await remove();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(address()).toBe('/campaigns/c1');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await remove();
  await waitFor(() => expect(address()).toBe('/campaigns'));
  expect(sent('deleteCampaign')).toMatchObject([
    { campaignId: 'c1', expectedVersion: 3n },
    { campaignId: 'c1', expectedVersion: 3n },
  ]);
});

test('a campaign that is not there leads back to all of them', async () => {
  await open('/campaigns/unknown', { getCampaign: refusing(Code.NotFound, { message: CAMPAIGN_MESSAGES.notFound }) });
  expect(await screen.findByRole('heading', { level: 1, name: CAMPAIGN_MESSAGES.notFound })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'All campaigns' }).getAttribute('href')).toBe('/campaigns');
});
