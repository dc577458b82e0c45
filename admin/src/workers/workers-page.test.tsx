import { Code } from '@connectrpc/connect';
import { failing, refusing } from '@marquee/testing/answer-calls';
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

test('each key says when it was made and who called with it last; a made key is read until it is closed [STU-14:keys]', async () => {
  const { sent } = await show('/workers', {
    listWorkerKeys: () => ({
      keys: [
        { ...key, seenAt: { seconds: 1_763_640_001n }, seenVersion: '1.4' },
        { ...key, id: 'k2', name: 'cellar' },
      ],
    }),
    createWorkerKey: () => ({ key, secret: 'k1.s3cret' }),
  });
  const [, first, second] = (await screen.findAllByRole('row')).map(({ textContent }) => textContent);
  expect(first).toMatch(/^atticNov 20, 2025.*2025.*, version 1\.4Revoke$/);
  expect(second).toMatch(/^cellarNov 20, 2025NeverRevoke$/);
  expect(screen.queryByText('No worker has a key yet.')).toBeNull();
  await type('attic');
  const before = sent('listWorkerKeys').length;
  await press('Make a key');
  expect(await screen.findByText('Key of attic')).toBeTruthy();
  expect((screen.getByLabelText('Name of the worker') as HTMLInputElement).value).toBe('');
  await waitFor(() => expect(sent('listWorkerKeys').length).toBeGreaterThan(before));
  await press('Close');
  expect(screen.queryByText('k1.s3cret')).toBeNull();
});

test('a key that could not be made or revoked says so, and the list is asked for again', async () => {
  const { sent } = await show('/workers', {
    listWorkerKeys: () => ({ keys: [key] }),
    createWorkerKey: failing,
    revokeWorkerKey: refusing(Code.NotFound, { message: 'This key is revoked already.' }),
  });
  await screen.findByText('attic');
  await type('cellar');
  await press('Make a key');
  expect(await screen.findByText('The key could not be made. Please try again.')).toBeTruthy();
  expect(screen.queryByRole('status', { name: /^Key of/ })).toBeNull();
  await press('Revoke the key of attic');
  const dialog = within(await screen.findByRole('dialog'));
  const before = sent('listWorkerKeys').length;
  await doing(() => fireEvent.click(dialog.getByRole('button', { name: 'Revoke' })));
  expect(await screen.findByText('The key could not be revoked')).toBeTruthy();
  expect(screen.getByText('This key is revoked already.')).toBeTruthy();
  await waitFor(() => expect(sent('listWorkerKeys').length).toBeGreaterThan(before));
});
