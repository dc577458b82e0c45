import { AdReports } from './ad-reports.ts';

/** What an ad server hears. */
function adServer() {
  const heard: string[] = [];
  const hears =
    (name: string) =>
    (...values: unknown[]) =>
      void heard.push([name, ...values.map((value) => JSON.stringify(value))].join(' '));
  const tracker = {
    ...{ setDuration: hears('length'), trackImpression: hears('impression'), setPaused: hears('paused') },
    ...{ setProgress: hears('progress'), click: hears('click'), complete: hears('complete'), skip: hears('skip') },
    error: hears('error'),
  };
  return { heard, reports: new AdReports({ tracker: tracker as never }) };
}

test.each<[string, (reports: AdReports) => void, string[]]>([
  [
    'a pause and what follows it once, however often they are said',
    (ad) => [ad.playing(), ad.paused(), ad.paused(), ad.playing(), ad.playing()],
    ['impression', 'paused true', 'impression', 'paused false', 'impression'],
  ],
  [
    'where it is from its first moment on',
    (ad) => [ad.progress(0), ad.progress(0.1), ad.clicked()],
    ['progress 0.1', 'click'],
  ],
  [
    'the shorter of two lengths, and none that is unknown',
    (ad) => [ad.length(20, 8), ad.length(20, Number.NaN), ad.length(0, 9), ad.length(0, Number.POSITIVE_INFINITY)],
    ['length 8', 'length 20', 'length 9'],
  ],
  [
    'one end, and nothing after it',
    (ad) => [ad.completed(), ad.playing(), ad.paused(), ad.progress(3), ad.skipped(), ad.failed('TIMEOUT')],
    ['complete'],
  ],
  ['why it failed', (ad) => [ad.failed('NOT_PLAYABLE'), ad.completed()], ['error {"ERRORCODE":"405"}']],
])('an ad server hears %s [WAT-11]', (_what, happens, said) => {
  const { heard, reports } = adServer();
  happens(reports);
  expect(heard).toEqual(said);
});
