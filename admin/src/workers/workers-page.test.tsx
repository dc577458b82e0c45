import { Code } from '@connectrpc/connect';
import { refusing } from '@marquee/testing/answer-calls';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { doing, press, show } from '../testing/show.tsx';

const key = { id: 'k1', name: 'attic', createdAt: { seconds: 1_763_640_000n } };
const type = (name: string) =>
  doing(() => fireEvent.change(screen.getByLabelText('Name of the worker'), { target: { value: name } }));

test('a key is made and its secret shown once; a key is revoked after a question [STU-14:keys]', async () => {
  const { sent } = await show('/workers', {
    listWorkerKeys: () => ({
      keys: [key, { ...key, id: 'k2', name: 'cellar', revokedAt: { seconds: 1_763_640_001n } }],
    }),
    createWorkerKey: () => ({ key, secret: 'k1.s3cret' }),
    revokeWorkerKey: () => ({ key }),
  });
  expect(await screen.findByText('Revoked')).toBeTruthy();
  await type('attic');
  await press('Make a key');
  expect(await screen.findByText('k1.s3cret')).toBeTruthy();
  expect(sent('createWorkerKey')).toEqual([expect.objectContaining({ name: 'attic' })]);
  await press('Revoke the key of attic');
  const dialog = within(await screen.findByRole('dialog'));
  await doing(() => fireEvent.click(dialog.getByRole('button', { name: 'Revoke' })));
  await waitFor(() => expect(sent('revokeWorkerKey')).toEqual([expect.objectContaining({ keyId: 'k1' })]));
});

test('without a name nothing is sent; a refusal says why and keeps the name; no keys are said to be none [STU-14:keys]', async () => {
  const message = 'At most 50 workers can have a key. Revoke one that is not used.';
  const { sent } = await show('/workers', {
    listWorkerKeys: () => ({ keys: [] }),
    createWorkerKey: refusing(Code.ResourceExhausted, { message }),
  });
  expect(await screen.findByText('No worker has a key yet.')).toBeTruthy();
  await press('Make a key');
  expect(await screen.findByText('Please give the worker a name.')).toBeTruthy();
  expect(sent('createWorkerKey')).toEqual([]);
  await type('attic');
  await press('Make a key');
  expect(await screen.findByText(message)).toBeTruthy();
  expect((screen.getByLabelText('Name of the worker') as HTMLInputElement).value).toBe('attic');
});

test('keys that cannot be loaded are asked for again', async () => {
  let fails = true;
  await show('/workers', {
    listWorkerKeys: () => (fails ? refusing(Code.Unavailable, {})() : { keys: [key] }),
  });
  expect(await screen.findByText('Failed to load workers')).toBeTruthy();
  fails = false;
  await press('Try again');
  expect(await screen.findByText('attic')).toBeTruthy();
});
