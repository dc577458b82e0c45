import { Code } from '@connectrpc/connect';
import { AccountType, ConsumerType } from '@marquee/contracts/identity/v1/account_pb';
import { PICTURE_MESSAGES } from '@marquee/rules/gallery';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import es from '../../../../language/generated/es.json' with { type: 'json' };
import type { Messages } from '../../../../language/plain-message.ts';
import { learn, speak } from '../../../../language/words.ts';
import { LoadedTwice } from '../../../../testing/loaded-twice.tsx';
import { doing, later, press, seeToast, showPage } from '../../../../testing/show-page.tsx';
import { editFields } from '../edit-fields.ts';
import { EditPart } from '../edit-profile.tsx';
import { EDIT_SCREENS } from '../edit-screens.tsx';
import { fittedSize, shrinkPicture, turnedSize } from './shrink-picture.ts';

const PHOTOS = ['a', 'b', 'c'].map((id, order) => ({ path: `/media/images/${id}`, name: `${id}.jpg`, order }));
const PRO = { consumerType: ConsumerType.ENTERTAINMENT_PRO, type: AccountType.INDIVIDUAL };
const PICTURE = '/media/images/p/320.jpg';
const ada = aPerson({ ...PRO, profilePicture: PICTURE, gallery: PHOTOS });

function edit(name: 'picture' | 'gallery', answers: Answers = { updateProfile: () => ({ user: ada }) }, user = ada) {
  const found = EDIT_SCREENS[name];
  if (!found) throw new Error(`there is no screen ${name}`);
  return showPage(<EditPart screen={found} fields={editFields(user)} />, {
    ...{ at: `/profile/edit/${name}`, viewer: user, answers },
  });
}
const shownPhotos = () => screen.getAllByRole('img').map((image) => image.getAttribute('src')?.split('/')[3]);
const choose = (file: File) =>
  doing(() => fireEvent.change(screen.getByLabelText('Choose a picture'), { target: { files: [file] } }));
const orders = (sent: readonly Record<string, unknown>[]) =>
  sent.map(({ gallery }) => (gallery as { photos: { path: string }[] }).photos.map(({ path }) => path.at(-1)));

/** A browser that cannot decode what was chosen, or may not read it. */
function decoding(name: string) {
  const given = globalThis.createImageBitmap;
  globalThis.createImageBitmap = () => Promise.reject(new DOMException('no', name));
  URL.createObjectURL = () => 'blob:nothing';
  URL.revokeObjectURL = () => {};
  return () => {
    globalThis.createImageBitmap = given;
  };
}

test.each([
  ['InvalidStateError', 'Bad image selected. Please try a different one.'],
  ['NotAllowedError', 'Need Permission'],
  ['NotReadableError', 'Need Permission'],
])('a file that the browser refuses with %s is not sent, and says "%s" [PRO-10:form]', async (name, text) => {
  const restore = decoding(name);
  const { sent } = await edit('picture');
  await choose(new File(['x'], 'x.jpg'));
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect((screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true);
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('updateProfile')).toEqual([]);
  restore();
});

test('a picture is removed [PRO-10:form]', async () => {
  const { sent } = await edit('picture');
  await press('Remove picture');
  await seeToast('Successfully updated your picture');
  expect(sent('updateProfile')).toEqual([
    expect.objectContaining({ profilePicture: expect.objectContaining({ delete: true }) }),
  ]);
});

test.each([
  [failing, 'We failed to remove your picture'],
  [refusing(Code.FailedPrecondition, { message: 'There is no picture to remove!' }), 'There is no picture to remove!'],
])('a removal that failed says why: %# [PRO-10:form]', async (updateProfile, text) => {
  await edit('picture', { updateProfile });
  await press('Remove picture');
  expect(await seeToast(text)).toBeTruthy();
});

test('without a picture there is nothing to remove', async () => {
  await edit('picture', {}, aPerson(PRO));
  expect(screen.queryByRole('button', { name: 'Remove picture' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Choose a picture' })).toBeTruthy();
});

test('photos are moved by one place, and the order can be taken back [PRO-11:order]', async () => {
  const { sent } = await edit('gallery');
  expect(shownPhotos()).toEqual(['a', 'b', 'c']);
  await press('Move Photo 1 back');
  expect(sent('updateProfile')).toEqual([]);
  await press('Move Photo 1 forward');
  await waitFor(() => expect(orders(sent('updateProfile'))).toEqual([['b', 'a', 'c']]));
  expect(screen.getByText('Photo 1, place 2 of 3.')).toBeTruthy();
  await seeToast('Updated successfully');
  await press('Undo');
  await waitFor(() => expect(orders(sent('updateProfile')).at(-1)).toEqual(['a', 'b', 'c']));
});

/** Where photos are beside each other, which jsdom does not know. */
function placePhotos() {
  const { getBoundingClientRect } = Element.prototype;
  Element.prototype.getBoundingClientRect = function () {
    const line = this.closest('li');
    const place = line ? [...(line.parentElement?.children ?? [])].indexOf(line) : 0;
    return new DOMRect(place * 200, 0, 180, 150);
  };
  return () => {
    Element.prototype.getBoundingClientRect = getBoundingClientRect;
  };
}
const key = (code: string) =>
  doing(() => fireEvent.keyDown(document.activeElement ?? document.body, { code, key: code }));

test('photos are ordered with the keyboard, in the words of the page [PRO-11:keyboard] [SET-07:order]', async () => {
  const restore = placePhotos();
  learn('es', es as unknown as Messages);
  speak('es');
  try {
    const { sent } = await edit('gallery');
    const handle = screen.getByRole('button', { name: 'Mover Foto 1' });
    const described = document.getElementById(handle.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toMatch(/^Pulsa espacio para levantarlo, las flechas para moverlo/);
    expect(handle.getAttribute('aria-roledescription')).toBeNull();
    await doing(() => handle.focus());
    await key('Space');
    // It lies over its own place at once, which is said instead.
    expect(await screen.findByText(/^(?:Has levantado Foto 1|Foto 1 está en el puesto 1 de 3)\.$/)).toBeTruthy();
    await key('ArrowRight');
    expect(await screen.findByText('Foto 1 está en el puesto 2 de 3.')).toBeTruthy();
    await key('Space');
    expect(await screen.findByText('Foto 1 queda en el puesto 2.')).toBeTruthy();
    await waitFor(() => expect(orders(sent('updateProfile'))).toEqual([['b', 'a', 'c']]));
  } finally {
    speak('en');
    restore();
  }
});

test('a photo that is put down where it was changes nothing [PRO-11:keyboard]', async () => {
  const restore = placePhotos();
  try {
    const { sent } = await edit('gallery');
    await doing(() => screen.getByRole('button', { name: 'Move Photo 1' }).focus());
    await key('Space');
    expect(await screen.findByText(/^(?:Picked up Photo 1|Photo 1 is at place 1 of 3)\.$/)).toBeTruthy();
    await key('Space');
    expect(await screen.findByText('Photo 1 was put down at place 1.')).toBeTruthy();
    expect(sent('updateProfile')).toEqual([]);
  } finally {
    restore();
  }
});

test('a gallery that was changed in another tab is shown as it is now [PRO-11:form]', async () => {
  const page = (gallery: typeof PHOTOS) => (
    <EditPart
      screen={EDIT_SCREENS.gallery as NonNullable<typeof EDIT_SCREENS.gallery>}
      fields={editFields(aPerson({ ...PRO, gallery }))}
    />
  );
  await showPage(<LoadedTwice first={page(PHOTOS)} second={page(PHOTOS.slice(1))} />, { viewer: ada });
  await press('Load again');
  expect(shownPhotos()).toEqual(['b', 'c']);
});

test('a photo is removed; when that fails it is there again [PRO-11:form]', async () => {
  const { sent } = await edit('gallery', { updateProfile: failing });
  await press('Remove Photo 2');
  expect(await seeToast('We failed to save your changes')).toBeTruthy();
  expect(orders(sent('updateProfile'))).toEqual([['a', 'c']]);
  expect(shownPhotos()).toEqual(['a', 'b', 'c']);
});

test('a seventh photo cannot be added [PRO-11:form]', async () => {
  const full = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, order) => ({ path: `/media/images/${id}`, name: '', order }));
  await edit('gallery', {}, aPerson({ ...PRO, gallery: full }));
  expect(screen.getByText('You can only have up to 6 photos.')).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Add a photo' }) as HTMLButtonElement).disabled).toBe(true);
});

test('a gallery without photos says what it is for', async () => {
  await edit('gallery', {}, aPerson(PRO));
  expect(screen.getByText(/You have no photos yet/)).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Gallery' })).toBeNull();
});

test('a picture is turned by quarters and fitted, never enlarged', () => {
  expect(turnedSize({ width: 4_000, height: 3_000 }, 90)).toEqual({ width: 3_000, height: 4_000 });
  expect(turnedSize({ width: 4_000, height: 3_000 }, 180)).toEqual({ width: 4_000, height: 3_000 });
  expect(fittedSize({ width: 4_000, height: 3_000 }, 1_600)).toEqual({ width: 1_600, height: 1_200 });
  expect(fittedSize({ width: 300, height: 500 }, 800)).toEqual({ width: 300, height: 500 });
  expect(fittedSize({ width: 5_000, height: 1 }, 800)).toEqual({ width: 800, height: 1 });
});

/** What jsdom lacks: pixels. Each call of the canvas is written down; a picture has the size in bytes that is given. */
function drawing(sizeOf: (quality: number) => number | undefined = () => 1) {
  const calls: unknown[][] = [];
  const { prototype } = HTMLCanvasElement;
  const { getContext, toBlob } = prototype;
  const names = ['fillRect', 'scale', 'translate', 'rotate', 'drawImage'];
  const context = Object.fromEntries(
    names.map((name) => [name, (...given: unknown[]) => calls.push([name, ...given])]),
  );
  prototype.getContext = (() => context) as never;
  prototype.toBlob = (done, _type, quality = 0) => {
    const size = sizeOf(quality);
    done(
      size === undefined ? null : ({ size, arrayBuffer: async () => new Uint8Array([quality * 10]).buffer } as Blob),
    );
  };
  return { calls, restore: () => Object.assign(prototype, { getContext, toBlob }) };
}
const large = { width: 4_000, height: 3_000 } as ImageBitmap;
const quarter = { degrees: 90, sideMax: 800 };
const crop = { x: 100, y: 200, width: 1_600, height: 1_200 };
const LIMIT = 700 * 1_024;

test('a part of a turned picture is drawn on white, in the best quality that fits 700 KiB [PRO-10]', async () => {
  const { calls, restore } = drawing((quality) => (quality > 0.7 ? LIMIT + 1 : LIMIT));
  expect(await shrinkPicture(large, crop, quarter)).toEqual(new Uint8Array([6]));
  expect(calls).toEqual([
    ['fillRect', 0, 0, 800, 600],
    ['scale', 0.5, 0.5],
    ['translate', 1_400, 1_800],
    ['rotate', Math.PI / 2],
    ['drawImage', large, -2_000, -1_500],
  ]);
  restore();
});

test('a browser that draws nothing, or nothing small enough, cannot send the picture', async () => {
  const nothing = drawing((quality) => (quality > 0.3 ? undefined : LIMIT + 1));
  await expect(shrinkPicture(large, crop, quarter)).rejects.toMatchObject({ kind: 'bad' });
  HTMLCanvasElement.prototype.getContext = () => null;
  await expect(shrinkPicture(large, crop, quarter)).rejects.toMatchObject({ kind: 'bad' });
  nothing.restore();
});

describe('a picture that was chosen', () => {
  const closed: string[] = [];
  const urls: string[] = [];
  const given = { createImageBitmap: globalThis.createImageBitmap };
  let canvas: ReturnType<typeof drawing>;
  const sized = { offsetWidth: 400, offsetHeight: 300 };
  beforeEach(() => {
    closed.length = 0;
    urls.length = 0;
    canvas = drawing();
    globalThis.createImageBitmap = async () => ({ ...large, close: () => closed.push('closed') }) as never;
    URL.createObjectURL = () => `blob:${urls.push('made')}`;
    URL.revokeObjectURL = () => void urls.pop();
    // jsdom lays nothing out: the picture is shown at a tenth of its size.
    for (const [name, value] of Object.entries(sized)) {
      Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
    }
    for (const [name, value] of [['naturalWidth', 4_000] as const, ['naturalHeight', 3_000] as const]) {
      Object.defineProperty(HTMLImageElement.prototype, name, { configurable: true, get: () => value });
    }
    HTMLElement.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 400, 300);
  });
  afterEach(() => {
    canvas.restore();
    globalThis.createImageBitmap = given.createImageBitmap;
    for (const name of Object.keys(sized)) Reflect.deleteProperty(HTMLElement.prototype, name);
    for (const name of ['naturalWidth', 'naturalHeight']) Reflect.deleteProperty(HTMLImageElement.prototype, name);
    Reflect.deleteProperty(HTMLElement.prototype, 'getBoundingClientRect');
  });
  const dialog = () => within(screen.getByRole('dialog'));
  const save = () => screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement;
  /** Chooses a file and waits until its part is framed. */
  async function framed() {
    await choose(new File(['x'], 'me.jpg'));
    const image = await waitFor(() => {
      const found = screen.getByRole('dialog').querySelector('img');
      expect(found).toBeTruthy();
      return found as HTMLImageElement;
    });
    expect(save().disabled).toBe(true);
    await doing(() => fireEvent.load(image));
    await waitFor(() => expect(save().disabled).toBe(false));
  }
  const pressSave = () => doing(() => fireEvent.click(save()));

  test('is turned, sent, and asked for again when that fails; then its memory is free [PRO-10:form]', async () => {
    const answer = later<object>();
    const { sent } = await edit('picture', {
      updateProfile: inTurn<unknown[], unknown>(failing, answer.answer) as never,
    });
    await framed();
    for (let turns = 0; turns < 5; turns += 1) await press('Rotate');
    await pressSave();
    const alert = await dialog().findByRole('alert');
    expect(alert.textContent).toBe(`${PICTURE_MESSAGES.uploadFailed.title}${PICTURE_MESSAGES.uploadFailed.body}`);
    expect(canvas.calls.findLast(([name]) => name === 'rotate')).toEqual(['rotate', Math.PI / 2]);
    await pressSave();
    expect(dialog().queryByRole('alert')).toBeNull();
    expect(dialog().getByText(PICTURE_MESSAGES.uploading)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
    await doing(() => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' }));
    expect(screen.getByRole('dialog')).toBeTruthy();
    await answer.resolve({ user: ada });
    await seeToast('Successfully updated your picture');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('updateProfile')).toHaveLength(2);
    expect(sent('updateProfile')[1]).toMatchObject({ profilePicture: { name: 'me.jpg', data: new Uint8Array([8]) } });
    expect([closed, urls]).toEqual([['closed'], []]);
  });

  test('is refused by the service with its own words [PRO-10:form]', async () => {
    const message = 'You have sent too many pictures today.';
    await edit('picture', { updateProfile: refusing(Code.ResourceExhausted, { message }) });
    await framed();
    await pressSave();
    expect((await dialog().findByRole('alert')).textContent).toBe(message);
    await doing(() => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is added to the end of the gallery [PRO-11:form]', async () => {
    const { sent } = await edit('gallery');
    await framed();
    await pressSave();
    await seeToast('Updated successfully');
    const added = { name: 'me.jpg', order: 3, data: new Uint8Array([8]) };
    const kept = PHOTOS.map(({ path }, order) => ({ path, order }));
    expect(sent('updateProfile')).toMatchObject([{ gallery: { photos: [...kept, added] } }]);
  });

  test('is not opened when its dialog is closed before it was read', async () => {
    const bitmap = later<object>();
    globalThis.createImageBitmap = bitmap.answer as never;
    await edit('picture');
    await choose(new File(['x'], 'me.jpg'));
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await bitmap.resolve({ ...large, close: () => closed.push('late') });
    expect(closed).toEqual(['late']);
  });
});

test('while an order is saved nothing else is moved, and one photo alone has nowhere to go [PRO-11:order]', async () => {
  const answer = later<object>();
  await edit('gallery', { updateProfile: answer.answer });
  const isOff = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';
  expect(['Move Photo 1 back', 'Move Photo 3 forward', 'Move Photo 2 back'].map(isOff)).toEqual([true, true, false]);
  await press('Move Photo 3 forward');
  await press('Move Photo 1 forward');
  expect(['Move Photo 2 back', 'Move Photo 2 forward'].map(isOff)).toEqual([true, true]);
  expect(screen.getByRole('button', { name: 'Remove Photo 1' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('button', { name: 'Add a photo' })).toHaveProperty('disabled', true);
  await answer.resolve({ user: ada });
  await waitFor(() => expect(isOff('Move Photo 2 back')).toBe(false));
  await edit('gallery', {}, aPerson({ ...PRO, gallery: PHOTOS.slice(0, 1) }));
  expect(['Move Photo 1 back', 'Move Photo 1 forward'].map(isOff)).toEqual([true, true]);
});
