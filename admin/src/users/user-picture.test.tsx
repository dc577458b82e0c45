import { Code } from '@connectrpc/connect';
import { Role } from '@marquee/contracts/identity/v1/account_pb';
import { failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { fireEvent, screen, within } from '@testing-library/react';
import { drawPictures } from '../testing/draw-pictures.ts';
import { closed, doing, press, show } from '../testing/show.tsx';
import { asStaff, aUserEntry, USER_ID } from '../testing/users.ts';

/** A test of a whole statement opens many pages. */
const WHOLE_MS_MAX = 180_000;

const PICTURE = '/media/images/01a1fa4d-97de-70dd-a3ed-0716b4fa41c9/320.jpg';
const open = (more: object = {}, profilePicture = PICTURE, entry: object = {}) =>
  show(`/users/${USER_ID}`, {
    ...asStaff(Role.ADMIN),
    getUser: () => ({ user: aUserEntry({ profilePicture }, entry) }),
    ...more,
  });
const reason = async () => {
  const field = await screen.findByLabelText(/^Reason/);
  await doing(() => fireEvent.change(field, { target: { value: 'asked by mail' } }));
};
const confirm = async (name: string) => {
  const dialog = within(await screen.findByRole('dialog'));
  await doing(() => fireEvent.click(dialog.getByRole('button', { name })));
};
const chooseFile = async () => {
  await screen.findByRole('button', { name: 'Upload picture' });
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  const file = new File(['x'], 'me.jpg', { type: 'image/jpeg' });
  await doing(() => fireEvent.change(input, { target: { files: [file] } }));
};

beforeEach(drawPictures);

test('staff upload a picture of a user: its middle square, with a reason [ADU-07:upload]', async () => {
  const { sent } = await open({ setUserPicture: () => ({ user: aUserEntry() }) });
  await chooseFile();
  expect(await screen.findByText(/^The middle square of me\.jpg/)).toBeTruthy();
  await reason();
  await confirm('Upload picture');
  await closed();
  expect(await screen.findByText('The picture of Inês Carvalho was changed.')).toBeTruthy();
  expect(sent('setUserPicture')).toEqual([
    expect.objectContaining({ accountId: USER_ID, data: new Uint8Array([30, 30]), reason: 'asked by mail' }),
  ]);
});

test('a picture that is refused says "Failed to upload picture" and why [ADU-07:upload-failed]', async () => {
  const message = 'Bad image selected. Please try a different one.';
  await open({ setUserPicture: refusing(Code.InvalidArgument, { message, fields: [] }) });
  await chooseFile();
  await reason();
  await confirm('Upload picture');
  expect(await screen.findByText('Failed to upload picture')).toBeTruthy();
  expect(screen.getByText(message)).toBeTruthy();
});

test(
  'staff upload a picture of a user and have it converted, and read what failed [ADU-07]',
  async () => {
    const { sent } = await open({
      setUserPicture: inTurn<unknown[], unknown>(failing, () => ({ user: aUserEntry() })) as never,
      convertUserPicture: inTurn<unknown[], unknown>(failing, () => ({ user: aUserEntry() })) as never,
    });
    const change = async (name: string, begin: () => Promise<void>) => {
      await begin();
      await reason();
      await confirm(name);
      await closed();
    };
    const convert = () => press('Convert picture');
    await change('Upload picture', chooseFile);
    expect(await screen.findByText('Failed to upload picture')).toBeTruthy();
    await change('Upload picture', chooseFile);
    expect(await screen.findByText('The picture of Inês Carvalho was changed.')).toBeTruthy();
    await change('Convert picture', convert);
    expect(await screen.findByText('Failed to convert profile image')).toBeTruthy();
    await change('Convert picture', convert);
    expect(await screen.findByText('The picture of Inês Carvalho was converted.')).toBeTruthy();
    expect([sent('setUserPicture').length, sent('convertUserPicture').length]).toEqual([2, 2]);
  },
  WHOLE_MS_MAX,
);

test('staff have a picture converted, or read "Failed to convert profile image" [ADU-07:convert]', async () => {
  const { sent } = await open({ convertUserPicture: refusing(Code.Unavailable) });
  await press('Convert picture');
  await reason();
  await confirm('Convert picture');
  expect(await screen.findByText('Failed to convert profile image')).toBeTruthy();
  expect(sent('convertUserPicture').at(-1)).toMatchObject({ accountId: USER_ID, reason: 'asked by mail' });
});

test('a user without a picture has none to convert [ADU-07:convert]', async () => {
  await open({}, '');
  expect(await screen.findByRole('button', { name: 'Upload picture' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Convert picture' })).toBeNull();
});

test('who is not on the list sees in place of technical details where that is chosen [ADU-08:technical]', async () => {
  const answers = { listUserDevices: () => ({ devices: [] }) };
  await open(answers, PICTURE, { technicalHidden: true });
  await press('Technical', 'tab');
  const link = await screen.findByRole('link', { name: 'Who sees technical details' });
  expect(link.getAttribute('href')).toBe('/settings/technical-viewers');
  expect(screen.queryByRole('table', { name: 'Technical' })).toBeNull();
  await open(answers, PICTURE);
  await press('Technical', 'tab');
  expect(await screen.findByRole('table', { name: 'Technical' })).toBeTruthy();
});
