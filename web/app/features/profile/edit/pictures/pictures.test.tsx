import { Code } from '@connectrpc/connect';
import { AccountType, ConsumerType } from '@marquee/contracts/identity/v1/account_pb';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { doing, press, seeToast, showPage } from '../../../../testing/show-page.tsx';
import { editFields } from '../edit-fields.ts';
import { EditPart } from '../edit-profile.tsx';
import { EDIT_SCREENS } from '../edit-screens.tsx';
import { fittedSize, turnedSize } from './shrink-picture.ts';

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
  expect(screen.getByText('Photo 1 is now in place 2 of 3.')).toBeTruthy();
  await seeToast('Updated successfully');
  await press('Undo');
  await waitFor(() => expect(orders(sent('updateProfile')).at(-1)).toEqual(['a', 'b', 'c']));
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
