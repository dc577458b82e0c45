import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { ProjectType, ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { FILM_LIMITS } from '@marquee/rules/film';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { anImage, aPerson, aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { passing, pauseTimeouts, settled } from '../../testing/paused-timeouts.ts';
import { doing, later, openList, press, showPage, type } from '../../testing/show-page.tsx';
import { EditFilm } from './edit-film.tsx';

pauseTimeouts();

const saved = () => ({ film: aStudioFilm() });

async function open(
  updateFilm: NonNullable<Answers['updateFilm']> = saved,
  film: Parameters<typeof aStudioFilm>[0] = {},
  part: Parameters<typeof aStudioFilm>[1] = {},
) {
  let loads = 0;
  const calls = await showPage(<EditFilm entry={aStudioFilm(film, part)} />, {
    ...{ at: `/content/${FILM_ID}/edit`, path: '/content/:filmId/edit', viewer: aPerson(), answers: { updateFilm } },
    loader: () => {
      loads += 1;
    },
  });
  await settled();
  /** What the updates changed, without what every request carries. */
  const changes = () =>
    calls.sent('updateFilm').map((request) => {
      const { $typeName: _type, requestId: _id, filmId: _film, expectedVersion: _version, ...changed } = request;
      return changed;
    });
  return { ...calls, changes, reloads: () => loads - 1 };
}
const line = () => screen.getAllByRole('status')[0]?.textContent;
const change = async (label: string | RegExp, value: string) => {
  await type(label, value);
  await settled();
};
const PAUSE_MS = 800;

test('a change is saved after a pause, and the page says so [STU-04:autosave]', async () => {
  const answer = later<ReturnType<typeof saved>>();
  const { sent, changes, reloads } = await open(answer.answer);
  expect(line()).toBe('All changes are saved.');
  await change('Title', 'Salt and Light');
  expect(line()).toBe('Saving your changes...');
  await passing(PAUSE_MS - 1);
  expect(changes()).toEqual([]);
  await passing(1);
  expect(changes()).toEqual([{ filmTitle: 'Salt and Light' }]);
  expect(sent('updateFilm')[0]).toMatchObject({ filmId: FILM_ID, requestId: expect.stringMatching(/^[\da-f-]{36}$/) });
  expect(line()).toBe('Saving your changes...');
  await answer.resolve(saved());
  await settled();
  expect(line()).toBe('Updated successfully');
  expect(reloads()).toBe(1);
});

test('what is typed within the pause goes out together, and nothing of it twice [STU-04:autosave]', async () => {
  const { changes } = await open();
  await change('Title', 'Salt a');
  await passing(PAUSE_MS - 100);
  await change('Title', 'Salt and Light');
  await change(/^Log line/, 'A ferry.');
  await passing(PAUSE_MS);
  expect(changes()).toEqual([{ filmTitle: 'Salt and Light', logLine: 'A ferry.' }]);
  await passing(10_000);
  expect(changes()).toHaveLength(1);
});

test.each([
  ['Project type', 'SHORT', { projectType: ProjectType.SHORT }],
  ['Release type', 'SCREENING', { releaseType: ReleaseType.SCREENING }],
  [/^Release date/, '2026-12-24', { releaseDate: '2026-12-24' }],
  [/^Age rating/, 'R', { rating: 'R' }],
])('%s goes out as %s alone [STU-04:fields]', async (label, value, expected) => {
  const { changes } = await open();
  await change(label, value);
  await passing(PAUSE_MS);
  expect(changes()).toEqual([expected]);
});

test.each([
  ['A student film', { isStudentFilm: true }],
  ['By a first-time filmmaker', { isFirstTimeFilmMaker: true }],
  ['Has subtitles', { hasSubtitles: true }],
  ['I distribute this film myself', { selfDistribute: true }],
  ['Watermark', { watermark: true }],
])('the box %s goes out as %j [STU-04:fields]', async (label, expected) => {
  const { changes } = await open();
  await press(label, 'checkbox');
  await settled();
  await passing(PAUSE_MS);
  expect(changes()).toEqual([expected]);
});

test('what its maker distributes is shown as such, and may be taken back [STU-04:fields]', async () => {
  const { changes } = await open(saved, {}, { selfDistribute: true });
  await press('I distribute this film myself', 'checkbox');
  await settled();
  await passing(PAUSE_MS);
  expect(changes()).toEqual([{ selfDistribute: false }]);
});

test('chapters are written in any order, and go out in theirs once each has a time and a title [STU-12:chapters]', async () => {
  const { changes } = await open(saved, {}, { chapters: [{ startS: 3_725, title: 'Home' }] });
  expect((screen.getByLabelText('Start of chapter 1') as HTMLInputElement).value).toBe('1:02:05');
  await press('Add a chapter');
  await settled();
  await passing(PAUSE_MS);
  // A row without anything is none yet.
  expect(screen.queryByText(/begins, such as/)).toBeNull();
  await change('Title of chapter 2', 'The crossing');
  expect(screen.getByText('Please enter when each chapter begins, such as 1:02:30.')).toBeTruthy();
  const before = changes().length;
  await change('Start of chapter 2', '0:30');
  await passing(PAUSE_MS);
  const values = [
    { startS: 30, title: 'The crossing' },
    { startS: 3_725, title: 'Home' },
  ];
  expect(changes().slice(before)).toMatchObject([{ chapters: { values } }]);
  await change('Start of chapter 2', '62:05');
  expect(screen.getByText('Each chapter begins later than the one before it.')).toBeTruthy();
  await press('Remove chapter 1');
  await settled();
  await passing(PAUSE_MS);
  expect(changes().at(-1)).toMatchObject({ chapters: { values: [{ startS: 3_725, title: 'The crossing' }] } });
});

test('a choice of a long list goes out alone, several of one as their new whole [STU-04:fields]', async () => {
  const { changes } = await open();
  await openList('Country (needed to publish)');
  await press('Japan', 'option');
  await passing(PAUSE_MS);
  await openList('Genres (needed to publish)');
  await press('Comedy', 'option');
  await passing(PAUSE_MS);
  expect(changes()).toMatchObject([{ country: 'JP' }, { genres: { values: ['Drama', 'Comedy'] } }]);
});

test('a choice that is taken back to nothing is no change, and nothing seems to be on its way', async () => {
  const { changes } = await open();
  await change('Release type', '');
  await passing(PAUSE_MS);
  expect(changes()).toEqual([]);
  expect(line()).toBe('All changes are saved.');
});

test('a price is asked for where the film is not free, in dollars, and goes out in cents [STU-04:price]', async () => {
  const { changes } = await open();
  expect(screen.queryByLabelText(/^Price in US dollars/)).toBeNull();
  await doing(() => fireEvent.click(screen.getByLabelText('Free to watch')));
  await settled();
  await change(/^Price in US dollars/, '4,99');
  await passing(PAUSE_MS);
  expect(changes()).toEqual([{ isFree: false, usdCost: 499n }]);
  await change(/^Price in US dollars/, '');
  await passing(PAUSE_MS);
  expect(changes()[1]).toEqual({ usdCost: 0n });
});

test.each(['free', '4.999', '-1', '-4.99', '1000.00', '0', '0,00', '0.98'])(
  '"%s" is no price: it is refused beside its field and not sent',
  async (price) => {
    const { changes } = await open(saved, { isFree: false });
    await change(/^Price in US dollars/, price);
    await passing(PAUSE_MS);
    expect(screen.getByText('A price is between $0.99 and $999.99.')).toBeTruthy();
    expect(changes()).toEqual([]);
  },
);

test('when a film can be had, and how long its unlocks last, is set by its maker [WAT-15:studio]', async () => {
  const { changes } = await open();
  await change(/^Available from/, '2026-12-01T10:00');
  await passing(PAUSE_MS);
  await change(/^Available until/, '2026-12-31T10:00');
  await change(/^Hours to start it/, '720');
  await change(/^Hours to watch it/, '48');
  await passing(PAUSE_MS);
  const at = (local: string) => timestampFromDate(new Date(local));
  expect(changes()).toEqual([
    { availableFrom: at('2026-12-01T10:00') },
    { availableUntil: at('2026-12-31T10:00'), startWindowHours: 720, watchWindowHours: 48 },
  ]);
  await change(/^Hours to start it/, '');
  await change(/^Available until/, '');
  await passing(PAUSE_MS);
  expect(changes()[2]).toEqual({ startWindowHours: 0, availableUntil: at('1970-01-01T00:00:00Z') });
});

test.each(['8761', '1.5', '-1', 'two'])('"%s" are no hours of a window [WAT-15:studio]', async (hours) => {
  const { changes } = await open();
  await change(/^Hours to watch it/, hours);
  await passing(PAUSE_MS);
  expect(screen.getByText('Please enter whole hours, up to 8,760, which is a year.')).toBeTruthy();
  expect(changes()).toEqual([]);
});

test('a screening has a start in the maker’s own time, and a festival [STU-04:screening]', async () => {
  const start = new Date(2026, 10, 20, 19, 30);
  const { changes } = await open(saved, {
    ...{
      releaseType: ReleaseType.SCREENING,
      screeningStartTime: timestampFromDate(start),
      festivalName: 'Lisbon Nights',
    },
  });
  expect((screen.getByLabelText(/^Screening starts/) as HTMLInputElement).value).toBe('2026-11-20T19:30');
  expect((screen.getByLabelText(/^Festival/) as HTMLInputElement).value).toBe('Lisbon Nights');
  await change(/^Screening starts/, '2026-12-01T20:00');
  await change(/^Festival/, 'Porto Nights');
  await passing(PAUSE_MS);
  const [{ screeningStartTime, ...rest } = {} as never] = changes();
  expect(timestampDate(screeningStartTime as never)).toEqual(new Date(2026, 11, 1, 20, 0));
  expect(rest).toEqual({ festivalName: 'Porto Nights' });

  await change(/^Screening starts/, '');
  await passing(PAUSE_MS);
  expect(timestampDate(changes()[1]?.screeningStartTime as never)).toEqual(new Date(0));
});

test('only a screening is asked for its start and festival', async () => {
  await open();
  expect(screen.queryByLabelText(/^Screening starts/)).toBeNull();
  expect(screen.queryByLabelText(/^Festival/)).toBeNull();
  await change('Release type', 'SCREENING');
  expect(screen.getByLabelText(/^Screening starts/)).toBeTruthy();
});

test('what the rules refuse is said beside its field and never sent [STU-04:refused]', async () => {
  const { changes } = await open();
  await change('Title', ' ');
  await passing(PAUSE_MS);
  expect(screen.getByText('Please add a title.')).toBeTruthy();
  expect(screen.getByLabelText('Title').getAttribute('aria-invalid')).toBe('true');
  expect(changes()).toEqual([]);
  await change('Title', 'Light');
  await passing(PAUSE_MS);
  expect(screen.queryByText('Please add a title.')).toBeNull();
  expect(changes()).toEqual([{ filmTitle: 'Light' }]);
});

test('the page names what is not saved, leads to it, and asks before it is closed [STU-04:refused]', async () => {
  const { changes } = await open();
  const closes = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await change('Title', 'x'.repeat(FILM_LIMITS.titleLengthMax + 1));
  await change(/^Log line/, 'A ferry.');
  await passing(PAUSE_MS);
  expect(changes()).toEqual([{ logLine: 'A ferry.' }]);
  expect(line()).toBe('Not saved: Title');
  expect(closes()).toBe(false);
  await press('Show Title');
  await passing(0);
  expect(document.activeElement).toBe(screen.getByLabelText('Title'));

  await change('Title', 'Light');
  await passing(PAUSE_MS);
  expect(line()).toBe('Updated successfully');
  expect(closes()).toBe(true);
});

test('a save that failed says so; what was changed goes out again with the next change [STU-04:failed]', async () => {
  const { changes, reloads } = await open(inTurn<unknown[], unknown>(failing, saved) as never);
  await change('Title', 'Light');
  await passing(PAUSE_MS);
  expect(line()).toContain('We failed to save your changes');
  expect(reloads()).toBe(0);
  await change(/^Log line/, 'A ferry.');
  await passing(PAUSE_MS);
  expect(changes()[1]).toEqual({ filmTitle: 'Light', logLine: 'A ferry.' });
  expect(line()).toBe('Updated successfully');
});

test('a save that failed is tried again by a button, newer words winning over older ones [STU-04:failed]', async () => {
  const { changes } = await open(inTurn<unknown[], unknown>(failing, saved) as never);
  await change('Title', 'Light');
  await passing(PAUSE_MS);
  await press('Try again');
  await settled();
  expect(changes()).toEqual([{ filmTitle: 'Light' }, { filmTitle: 'Light' }]);
  expect(line()).toBe('Updated successfully');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a refusal of the server stands beside the field it names [STU-04:refused]', async () => {
  const fields = [{ field: 'filmTitle', message: 'That title is taken.' }];
  await open(refusing(Code.InvalidArgument, { fields }));
  await change('Title', 'Light');
  await passing(PAUSE_MS);
  expect(screen.getByText('That title is taken.')).toBeTruthy();
  expect(line()).toContain('We failed to save your changes');
});

test('a refusal that names no field is said in the line of the save', async () => {
  await open(refusing(Code.Aborted, { message: 'This film was changed in the meantime.' }));
  await change('Title', 'Light');
  await passing(PAUSE_MS);
  expect(line()).toContain('We failed to save your changes: This film was changed in the meantime.');
});

test('changes made while a save is on its way follow it, one save at a time [STU-04:autosave]', async () => {
  const answer = later<ReturnType<typeof saved>>();
  const { changes } = await open(inTurn<unknown[], unknown>(answer.answer, saved) as never);
  await change('Title', 'Light');
  await passing(PAUSE_MS);
  await change(/^Log line/, 'A ferry.');
  await passing(PAUSE_MS);
  expect(changes()).toEqual([{ filmTitle: 'Light' }]);
  await answer.resolve(saved());
  await settled();
  expect(changes()).toEqual([{ filmTitle: 'Light' }, { logLine: 'A ferry.' }]);
});

/** Whether the browser would ask before it leaves the page. */
const asksToStay = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

test('leaving with something unsaved asks first; moving on inside the site saves it [STU-04:autosave]', async () => {
  const { changes } = await open();
  expect(asksToStay()).toBe(false);
  await change('Title', 'Light');
  expect(asksToStay()).toBe(true);
  cleanup();
  await settled();
  expect(changes()).toEqual([{ filmTitle: 'Light' }]);
  expect(asksToStay()).toBe(false);
});

test('what saved itself can be taken back, one save after the other [STU-04:undo]', async () => {
  const { changes } = await open(saved, { genres: ['Drama', 'Mystery'] });
  expect(screen.queryByRole('button', { name: 'Undo the last change' })).toBeNull();
  await change('Title', 'Salt a');
  await change('Title', 'Salt and Light');
  await passing(PAUSE_MS);
  await press('Remove Drama');
  await press('Remove Mystery');
  await settled();
  await passing(PAUSE_MS);
  expect(changes()).toEqual([{ filmTitle: 'Salt and Light' }, { genres: expect.objectContaining({ values: [] }) }]);

  await press('Undo the last change');
  await passing(PAUSE_MS);
  expect(changes()[2]).toEqual({ genres: expect.objectContaining({ values: ['Drama', 'Mystery'] }) });
  expect(screen.getByRole('button', { name: 'Remove Drama' })).toBeTruthy();
  await press('Undo the last change');
  // Until it is saved there is nothing more to take back.
  expect(screen.queryByRole('button', { name: 'Undo the last change' })).toBeNull();
  await passing(PAUSE_MS);
  expect(changes()[3]).toEqual({ filmTitle: 'Salt' });
  expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('Salt');
  expect(line()).toBe('Updated successfully');
  expect(screen.queryByRole('button', { name: 'Undo the last change' })).toBeNull();
});

test('what was refused can be taken back as well [STU-04:undo]', async () => {
  const refused = refusing(Code.FailedPrecondition, {
    fields: [{ field: 'genres', message: 'Please choose a genre.' }],
  });
  const { changes } = await open(inTurn<unknown[], unknown>(refused, saved) as never, { genres: ['Drama'] });
  await press('Remove Drama');
  await passing(PAUSE_MS);
  expect(line()).toContain('We failed to save your changes');
  await press('Undo the last change');
  await passing(PAUSE_MS);
  expect(changes()[1]).toEqual({ genres: expect.objectContaining({ values: ['Drama'] }) });
  expect(line()).toBe('Updated successfully');
  expect(screen.queryByText('Please choose a genre.')).toBeNull();
});

test('Escape in a list that is closed loses nothing that was chosen [STU-04:escape]', async () => {
  const { changes } = await open(saved, { genres: ['Drama'], country: 'PT' });
  for (const name of ['Genres (needed to publish)', 'Country (needed to publish)']) {
    fireEvent.keyDown(screen.getByRole('combobox', { name }), { key: 'Escape' });
    await settled();
  }
  await passing(PAUSE_MS);
  expect(changes()).toEqual([]);
  expect(screen.getByRole('button', { name: 'Remove Drama' })).toBeTruthy();
  expect((screen.getByRole('combobox', { name: 'Country (needed to publish)' }) as HTMLInputElement).value).toBe(
    'Portugal',
  );
});

describe('the focal point of the trailer image', () => {
  const still = anImage({ focalPoint: { x: 40, y: 30 } });
  const handle = () => screen.getByRole('button', { name: /^Focal point of the trailer image/ });

  test('is moved by the arrow keys, saved as other fields are, and moved back by undo [STU-05:focal]', async () => {
    const { changes } = await open(saved, { trailerThumbnail: still });
    const point = handle();
    expect(point.style.left).toBe('40%');
    await doing(() => fireEvent.keyDown(point, { key: 'ArrowRight' }));
    await settled();
    expect(point.style.left).toBe('41%');
    await passing(PAUSE_MS);
    expect(changes()).toMatchObject([{ stillFocalPoint: { x: 41, y: 30 } }]);
    await settled();
    await press('Undo the last change');
    await passing(PAUSE_MS);
    expect(changes()[1]).toMatchObject({ stillFocalPoint: { x: 40, y: 30 } });
    expect(point.style.left).toBe('40%');
  });

  test('is not asked for without a trailer image', async () => {
    await open();
    expect(screen.queryByText('Focal point of the trailer image')).toBeNull();
  });
});
