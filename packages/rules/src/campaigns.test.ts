import { CAMPAIGN_MESSAGES, campaignSchema } from './campaigns.ts';

const campaign = {
  ...{ title: 'Rivers in spring', filmId: 'a film', clickUrl: '', companionText: '', enabled: true },
};

test('a campaign needs a title and a film, and all else may be left out', () => {
  expect(campaignSchema.parse({ ...campaign, title: ' Rivers\nin spring ' })).toEqual(campaign);
  const whole = {
    ...{ ...campaign, clickUrl: 'https://shop.example/rivers?a=1&b=2', companionText: 'Boats & <rivers>' },
    ...{ skipAfterSeconds: 0, startsAt: new Date('2026-11-01'), endsAt: new Date('2026-12-01') },
  };
  expect(campaignSchema.parse(whole)).toEqual(whole);
  const { startsAt, endsAt, ...always } = whole;
  for (const open of [{ startsAt }, { endsAt }])
    expect(campaignSchema.parse({ ...always, ...open })).toMatchObject(open);
});

test.each([
  ['title', { title: ' ' }, CAMPAIGN_MESSAGES.title],
  ['title', { title: 'x'.repeat(121) }, CAMPAIGN_MESSAGES.title],
  ['filmId', { filmId: '' }, CAMPAIGN_MESSAGES.film],
  ['clickUrl', { clickUrl: 'http://shop.example' }, CAMPAIGN_MESSAGES.clickUrl],
  ['clickUrl', { clickUrl: 'javascript:alert(1)' }, CAMPAIGN_MESSAGES.clickUrl],
  ['clickUrl', { clickUrl: 'https://' }, CAMPAIGN_MESSAGES.clickUrl],
  ...[
    'https://user:password@shop.example/',
    'https://shop.example@evil.example/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://10.0.0.8/rivers',
    'https://169.254.169.254/latest/meta-data',
    'https://shop/',
    'https://printer.local/',
    'https://shop.localhost:8443/',
    'https://metadata.internal/',
  ].map((clickUrl): [string, object, string] => ['clickUrl', { clickUrl }, CAMPAIGN_MESSAGES.clickUrl]),
  ['clickUrl', { clickUrl: `https://shop.example/${'x'.repeat(2_048)}` }, CAMPAIGN_MESSAGES.clickUrl],
  ['companionText', { companionText: 'x'.repeat(161) }, CAMPAIGN_MESSAGES.companionText],
  ['skipAfterSeconds', { skipAfterSeconds: -1 }, CAMPAIGN_MESSAGES.skipAfterSeconds],
  ['skipAfterSeconds', { skipAfterSeconds: 61 }, CAMPAIGN_MESSAGES.skipAfterSeconds],
  ['skipAfterSeconds', { skipAfterSeconds: 1.5 }, CAMPAIGN_MESSAGES.skipAfterSeconds],
  ['startsAt', { startsAt: new Date('1999-01-01') }, CAMPAIGN_MESSAGES.timeRange],
  ['endsAt', { endsAt: new Date('2100-01-02') }, CAMPAIGN_MESSAGES.timeRange],
  ['endsAt', { startsAt: new Date('2026-11-01'), endsAt: new Date('2026-11-01') }, CAMPAIGN_MESSAGES.endsBeforeStart],
])('of a campaign a wrong %s is refused at its field: %j', (field, wrong, message) => {
  const issues = campaignSchema.safeParse({ ...campaign, ...wrong }).error?.issues ?? [];
  expect(issues[0]).toMatchObject({ path: [field], message });
});
