import { Code } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { Button } from '@mantine/core';
import { BACK_OFFICE_MESSAGES } from '@marquee/rules/back-office-messages';
import { SETTING_MESSAGES } from '@marquee/rules/settings';
import { refusing } from '@marquee/testing/answer-calls';
import { fireEvent, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { closed, doing, later, press, show } from '../testing/show.tsx';
import { askReason } from './ask-reason.tsx';
import { confirmDelete } from './confirm.tsx';
import { EditValue, type EditValueProps } from './edit-value.tsx';
import { HandOver } from './hand-over.tsx';

const open = (element: ReactElement, answers = {}) => show('/dialog', answers, [{ path: 'dialog', element }]);
const type = (label: string | RegExp, value: string) =>
  doing(() => fireEvent.change(screen.getByLabelText(label), { target: { value } }));
const loading = (name: string) => screen.getByRole('button', { name }).hasAttribute('data-loading');

test('a question that needs a reason takes one of the right length, without the spaces around it [ADU-09:reason]', async () => {
  const given: string[] = [];
  const onConfirm = (reason: string) => given.push(reason);
  const ask = () => askReason({ title: 'Ban?', text: 'They cannot sign in.', confirm: 'Ban', onConfirm });
  await open(<Button onClick={ask}>Ask</Button>);
  await press('Ask');
  await screen.findByText('They cannot sign in.');
  await type(/^Reason/, ' a ');
  await press('Ban');
  expect(screen.getByRole('alert').textContent).toBe(BACK_OFFICE_MESSAGES.reasonLength);
  expect(given).toEqual([]);
  await type(/^Reason/, ' They sell links. ');
  await press('Ban');
  await closed();
  expect(given).toEqual(['They sell links.']);
  await press('Ask');
  await press('Cancel');
  await closed();
  expect(given).toHaveLength(1);
});

test('what is confirmed by a double click is done once', async () => {
  const done = jest.fn();
  const ask = () => askReason({ title: 'Ban?', text: 'They cannot sign in.', confirm: 'Ban', onConfirm: done });
  await open(
    <>
      <Button onClick={ask}>Ask</Button>
      <Button onClick={() => confirmDelete('the award', done)}>Ask again</Button>
    </>,
  );
  for (const [asks, confirms] of [
    ['Ask', 'Ban'],
    ['Ask again', 'Delete'],
  ] as const) {
    await press(asks);
    const button = await screen.findByRole('button', { name: confirms });
    if (confirms === 'Ban') await type(/^Reason/, 'They sell links.');
    await doing(() => {
      for (let click = 0; click < 2; click += 1) fireEvent.click(button);
    });
    await closed();
  }
  expect(done).toHaveBeenCalledTimes(2);
});

test('what is deleted is named first, and kept unless it is confirmed', async () => {
  const onConfirm = jest.fn();
  await open(<Button onClick={() => confirmDelete('the award', onConfirm)}>Ask</Button>);
  await press('Ask');
  expect(await screen.findByText('Delete the award?')).toBeTruthy();
  await press('Keep');
  await closed();
  expect(onConfirm).not.toHaveBeenCalled();
  await press('Ask');
  await press('Delete');
  await closed();
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

describe('a value with a pencil', () => {
  const edit = async (props: Partial<EditValueProps> = {}) => {
    const saves: [string, string][] = [];
    const save = async (value: string, reason: string) => void saves.push([value, reason]);
    await open(<EditValue label="Name" value="Lumen" lengthMax={20} save={save} {...props} />);
    await press('Edit name');
    await screen.findByRole('dialog');
    return saves;
  };

  test('has 24 pixels each way to be pressed', async () => {
    await edit();
    const pencil = screen.getByRole('button', { name: 'Edit name' });
    expect(pencil.style.getPropertyValue('--ai-size')).toContain('1.5rem');
  });

  test('is saved without the spaces around it, and the dialog shows that it is', async () => {
    const saving = later<void>();
    const saves: string[] = [];
    await edit({
      save: (value) => {
        saves.push(value);
        return saving.answer();
      },
    });
    await type('Name', '  Lumen Film ');
    await press('Save');
    expect(loading('Save')).toBe(true);
    await saving.resolve();
    await closed();
    expect(saves).toEqual(['Lumen Film']);
    await press('Edit name');
    expect(loading('Save')).toBe(false);
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Lumen');
  });

  test.each(['', '   ', 'Lumen', ' Lumen '])('is not saved as “%s”', async (typed) => {
    const saves = await edit();
    await type('Name', typed);
    await press('Save');
    await closed();
    expect(saves).toEqual([]);
  });

  test('needs a reason where one is asked for', async () => {
    const saves = await edit({ reasoned: true });
    await type('Name', 'Other');
    await type(/^Reason/, '  ');
    await press('Save');
    expect(screen.getByText(BACK_OFFICE_MESSAGES.reasonLength)).toBeTruthy();
    expect(saves).toEqual([]);
    await type(/^Reason/, ' They asked. ');
    await press('Save');
    await closed();
    expect(saves).toEqual([['Other', 'They asked.']]);
  });

  test.each([
    [new Error('The name is taken.'), 'The name is taken.'],
    ['nothing', 'Failed to save. Please try again later.'],
  ])('that could not be saved says why and stays: %s', async (cause, text) => {
    let isRefused = true;
    await edit({ save: () => (isRefused ? Promise.reject(cause) : Promise.resolve()) });
    expect(screen.queryByLabelText(/^Reason/)).toBeNull();
    await type('Name', 'Other');
    await press('Save');
    expect(await screen.findByText(text)).toBeTruthy();
    expect([loading('Save'), (screen.getByLabelText('Name') as HTMLInputElement).value]).toEqual([false, 'Other']);
    await press('Cancel');
    await closed();
    await press('Edit name');
    expect(screen.queryByText(text)).toBeNull();
    isRefused = false;
    await type('Name', 'Other');
    await press('Save');
    await closed();
  });
});

test('something is handed over to an account that is chosen, with a reason', async () => {
  const saving = later<void>();
  const refused = refusing(Code.FailedPrecondition, { message: 'They have it.' });
  const handed: string[][] = [];
  let isRefused = true;
  const element = (
    <HandOver
      {...{ name: 'Change owner', title: 'Change the owner?', text: 'They see it then.', pickLabel: 'New owner' }}
      {...{ holderId: 'u3', action: 'Hand over', done: 'It is handed over.', failed: 'Failed to hand it over' }}
      handOver={async (...given) => {
        handed.push(given);
        if (isRefused) refused();
        await saving.answer();
      }}
    />
  );
  const people = [
    { id: 'u1', firstName: 'Ada', lastName: 'King' },
    { id: 'u3', firstName: 'Bo', lastName: 'Lind' },
  ];
  await open(element, { searchPeople: () => ({ people }), getProfile: () => ({ profile: people[0] }) });
  await press('Change owner');
  await screen.findByText('They see it then.');
  await press('Hand over');
  expect(screen.getByRole('alert').textContent).toBe(SETTING_MESSAGES.selectUser);
  await type('New owner', 'King');
  await press('Ada King', 'option');
  expect(screen.queryByRole('option', { name: 'Bo Lind' })).toBeNull();
  await press('Hand over');
  expect(screen.getByRole('alert').textContent).toBe(BACK_OFFICE_MESSAGES.reasonLength);
  expect(handed).toEqual([]);
  await type(/^Reason/, ' They left. ');
  await press('Hand over');
  expect(screen.getByRole('alert').textContent).toBe('Failed to hand it over: They have it.');
  expect(loading('Hand over')).toBe(false);
  isRefused = false;
  await press('Hand over');
  expect([loading('Hand over'), screen.queryByRole('alert')]).toEqual([true, null]);
  await saving.resolve();
  await closed();
  expect(await screen.findByText('It is handed over.')).toBeTruthy();
  expect(handed).toEqual([
    ['u1', 'They left.'],
    ['u1', 'They left.'],
  ]);
});
